import { expect, test } from "bun:test";
import fc from "fast-check";
import { propertyRuns } from "../../../../../tests/harness/property-runs.ts";
import { noTimestamp } from "../packed-readings.ts";
import { rememberDense } from "./find-duplicates.ts";
import { IdentityMemory } from "./identity-memory.ts";
import { type IdentityWindows, type Verdict, verdicts } from "./identity-verdicts.ts";

const { fresh, duplicate, pendingDuplicate } = verdicts;
const windows: IdentityWindows = { replayMs: 1000, duplicateMs: 100 };

/** The same memory the obvious way: what came in order, and where each identity stands in it. */
class ReferenceMemory {
  readonly #capacity: number;
  #order: { sequence: number; key: string }[] = [];
  #known = new Map<string, { sequence: number; arrivalMs: number }>();
  next = 0;
  durable = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#order.length;
  }

  remember(key: string, windowMs: number, nowMs: number): Verdict {
    const known = this.#known.get(key);
    if (known !== undefined && nowMs - known.arrivalMs < windowMs) {
      return known.sequence < this.durable ? duplicate : pendingDuplicate;
    }
    if (this.#order.length === this.#capacity) this.#forget(this.#order.shift()!);
    this.#order.push({ sequence: this.next, key });
    this.#known.set(key, { sequence: this.next, arrivalMs: nowMs });
    this.next++;
    return fresh;
  }

  rewind(mark: number): void {
    while (this.#order.length > 0 && this.next > mark) {
      this.next--;
      this.#forget(this.#order.pop()!);
    }
  }

  /** Where the same identity came again after its window, the later one stands for it. */
  #forget({ sequence, key }: { sequence: number; key: string }): void {
    if (this.#known.get(key)?.sequence === sequence) this.#known.delete(key);
  }
}

type Command =
  | { kind: "remember"; sensorId: number; value: number; seconds: number; micros: number }
  | {
      kind: "buffer";
      sensorId: number;
      from: number;
      values: number[];
      atOnce: "no" | "as next" | "as late" | "as repeats";
    }
  | { kind: "pass"; ms: number }
  | { kind: "confirm" | "rewind"; markOf: number }
  | { kind: "lose" };

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("remember" as const),
      sensorId: fc.integer({ min: 1, max: 3 }),
      value: fc.constantFrom(0, 1, -1, 0.1),
      seconds: fc.constantFrom(noTimestamp, 0, 500),
      micros: fc.constantFrom(0, 1),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("buffer" as const),
      sensorId: fc.integer({ min: 1, max: 2 }),
      from: fc.integer({ min: 440, max: 560 }),
      values: fc.array(fc.constantFrom(0, 1), { minLength: 1, maxLength: 30, size: "max" }),
      atOnce: fc.constantFrom("no" as const, "as next" as const, "as late" as const, "as repeats" as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: -20, max: 400 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("confirm" as const), markOf: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rewind" as const), markOf: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose" as const }) },
);

function denseOf({ from, values }: { readonly from: number; readonly values: readonly number[] }) {
  const doubles = Float64Array.from(values.flatMap((value, nth) => [value, (from + nth) * 1e6]));
  return { doubles, start: 0, readings: values.length };
}

test("behaves like a simple memory for any input in any order, with any hash seed", () => {
  const seeds = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));
  const commands = fc.array(command, { minLength: 1, maxLength: 200, size: "max" });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 120 }), seeds, commands, (capacity, seed, sequence) => {
      const memory = new IdentityMemory(capacity, windows, capacity, seed);
      const reference = new ReferenceMemory(capacity);
      let nowMs = 0;
      /** Marks that were handed out and are still ahead of what is durable, oldest first. */
      let marks: number[] = [];
      for (const one of sequence) {
        switch (one.kind) {
          case "remember": {
            const { sensorId, value, seconds, micros } = one;
            const windowMs = seconds === noTimestamp ? windows.duplicateMs : windows.replayMs;
            const expected = reference.remember(`${sensorId} ${value} ${seconds} ${micros}`, windowMs, nowMs);
            expect(memory.remember(sensorId, value, seconds, micros, nowMs)).toBe(expected);
            marks.push(memory.mark);
            break;
          }
          case "buffer": {
            const { sensorId } = one;
            let nth = 0;
            if (one.atOnce === "as next") nth = rememberDense(memory, sensorId, denseOf(one), nowMs);
            if (one.atOnce === "as late") nth = memory.joinLateRun(sensorId, denseOf(one), 0, nowMs);
            const acceptedMs = new Float64Array(one.values.length);
            if (one.atOnce === "as repeats")
              nth = memory.countRepeats(sensorId, denseOf(one), nowMs, acceptedMs);
            for (const [place, value] of one.values.entries()) {
              const seconds = one.from + place;
              const expected = reference.remember(
                `${sensorId} ${value} ${seconds} 0`,
                windows.replayMs,
                nowMs,
              );
              if (place < nth && one.atOnce === "as repeats") {
                expect(expected).toBe(duplicate);
                expect(acceptedMs[place]).toBe(memory.durableMs(sensorId, value, seconds, 0, nowMs));
              } else if (place < nth) expect(expected).toBe(fresh);
              else expect(memory.rememberNext(sensorId, value, seconds, 0, nowMs)).toBe(expected);
            }
            marks.push(memory.mark);
            break;
          }
          case "pass":
            nowMs += one.ms;
            break;
          case "confirm": {
            const mark = marks.at(-1 - one.markOf);
            if (mark === undefined) break;
            memory.confirm(mark);
            reference.durable = Math.max(reference.durable, mark);
            break;
          }
          case "rewind": {
            const mark = marks.at(-1 - one.markOf);
            if (mark === undefined || mark < reference.durable) break;
            memory.rewind(mark);
            reference.rewind(mark);
            break;
          }
          case "lose":
            memory.forgetPending();
            reference.rewind(reference.durable);
            break;
        }
        marks = marks.filter((mark) => mark <= reference.next);
        expect(memory.mark).toBe(reference.next);
        expect(memory.size).toBe(reference.size);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});
