import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { noTimestamp } from "../packed-readings.ts";
import { rememberDense } from "./find-duplicates.ts";
import { IdentityMemory } from "./identity-memory.ts";
import { type IdentityWindows, verdicts } from "./identity-verdicts.ts";

const windows: IdentityWindows = { replayMs: 1000, duplicateMs: 100 };

type Command =
  | { kind: "request"; accountId: number; seconds: number[]; isLong: boolean; isRefused: boolean }
  | { kind: "pass"; ms: number }
  | { kind: "confirm" }
  | { kind: "lose" };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("request" as const),
      accountId: fc.integer({ min: 1, max: 3 }),
      seconds: fc.array(fc.oneof(fc.integer({ min: 500, max: 540 }), fc.constant(noTimestamp)), {
        minLength: 1,
        maxLength: 8,
      }),
      isLong: fc.boolean(),
      isRefused: fc.nat(9).map((nth) => nth === 0),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: 0, max: 300 }) }),
  },
  { weight: 4, arbitrary: fc.constant({ kind: "confirm" as const }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose" as const }) },
);

test("calls nothing new a repeat, and reports everything it forgets", () => {
  const commands = fc.array(command, { minLength: 1, maxLength: 200, size: "max" });
  const sizes = fc.record({
    capacity: fc.integer({ min: 1, max: 24 }),
    shareMax: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(sizes, commands, ({ capacity, shareMax }, sequence) => {
      const memory = new IdentityMemory(capacity, windows, shareMax);
      /** Everything accepted and not taken back. */
      const accepted = new Map<string, { arrivalMs: number; isDurable: boolean }>();
      let nowMs = 0;
      for (const one of sequence) {
        if (one.kind === "pass") nowMs += one.ms;
        else if (one.kind === "confirm") {
          memory.confirm(memory.mark);
          for (const known of accepted.values()) known.isDurable = true;
        } else if (one.kind === "lose") {
          memory.forgetPending();
          for (const [key, { isDurable }] of accepted) if (!isDurable) accepted.delete(key);
        } else {
          memory.use(one.accountId);
          const { mark } = memory;
          const before = new Map(accepted);
          for (const [nth, seconds] of (one.isLong ? one.seconds.toSorted() : one.seconds).entries()) {
            const sensorId = one.accountId;
            const value = seconds === noTimestamp ? nth % 2 : 1;
            const key = `${sensorId} ${value} ${seconds}`;
            const found = accepted.get(key);
            const known =
              found !== undefined && nowMs - found.arrivalMs < memory.windowMs(seconds) ? found : null;
            const { forgottenUntilMs } = memory;
            const remember = one.isLong ? "rememberNext" : "remember";
            const verdict = memory[remember](sensorId, value, seconds, 0, nowMs);
            if (verdict !== verdicts.fresh) expect(known).not.toBeNull();
            if (verdict === verdicts.duplicate) expect(known!.isDurable).toBeTrue();
            if (verdict === verdicts.fresh) {
              if (known !== null) expect(forgottenUntilMs).toBeGreaterThanOrEqual(known.arrivalMs);
              accepted.set(key, { arrivalMs: nowMs, isDurable: false });
            }
          }
          if (one.isRefused) {
            memory.rewind(mark);
            accepted.clear();
            for (const [key, known] of before) accepted.set(key, known);
          }
        }
        const counts = [1, 2, 3].map((accountId) => memory.shares.countOf(accountId));
        expect(memory.size).toBe(counts.reduce((sum, count) => sum + count));
        expect(memory.size).toBeLessThanOrEqual(capacity);
        expect(memory.shares.over).toBe(counts.filter((count) => count > shareMax).length);
      }
    }),
    { numRuns: propertyRuns(500) },
  );
});

test("leaves the same state for readings at once as one by one, whichever account exceeds its share", () => {
  const request = fc.record({
    accountId: fc.integer({ min: 1, max: 3 }),
    sensor: fc.nat(1),
    from: fc.integer({ min: 500, max: 560 }),
    count: fc.integer({ min: 1, max: 30 }),
    stepSeconds: fc.constantFrom(0, 1, 1, 1, -1),
    ms: fc.integer({ min: 0, max: 300 }),
    end: fc.constantFrom("kept", "kept", "kept", "confirmed", "refused", "lost"),
  });
  const sizes = fc.record({
    capacity: fc.integer({ min: 1, max: 60 }),
    shareMax: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(
      sizes,
      fc.array(request, { size: "max", maxLength: 40 }),
      ({ capacity, shareMax }, requests) => {
        const [atOnce, oneByOne] = [0, 1].map(() => new IdentityMemory(capacity, windows, shareMax, 7)) as [
          IdentityMemory,
          IdentityMemory,
        ];
        let nowMs = 0;
        for (const { accountId, sensor, from, count, stepSeconds, ms, end } of requests) {
          const sensorId = accountId * 2 + sensor;
          const seconds = Array.from({ length: count }, (_, nth) => from + nth * stepSeconds);
          const doubles = Float64Array.from(seconds.flatMap((second) => [1, second * 1e6]));
          nowMs += ms;
          const marks = [atOnce.mark, oneByOne.mark] as const;
          for (const memory of [atOnce, oneByOne]) memory.use(accountId);
          const fresh = rememberDense(atOnce, sensorId, { doubles, start: 0, readings: count }, nowMs);
          const seen = seconds.findIndex(
            (second) => oneByOne.rememberNext(sensorId, 1, second, 0, nowMs) !== verdicts.fresh,
          );
          expect(fresh).toBe(seen < 0 ? count : seen);
          for (const [nth, memory] of [atOnce, oneByOne].entries()) {
            if (end === "confirmed") memory.confirm(memory.mark);
            if (end === "refused") memory.rewind(marks[nth]!);
            if (end === "lost") memory.forgetPending();
          }
          expect(stateOf(atOnce)).toEqual(stateOf(oneByOne));
        }
      },
    ),
    { numRuns: propertyRuns(250) },
  );
});

function stateOf(memory: IdentityMemory): unknown {
  const accounts = [1, 2, 3].map((accountId) => {
    memory.use(accountId);
    return [memory.shares.countOf(accountId), memory.forgottenUntilMs];
  });
  return { size: memory.size, mark: memory.mark, over: memory.shares.over, accounts };
}
