import { expect, test } from "bun:test";
import type { ReadingFinding } from "../../activity/activity-record.ts";
import { at } from "../../queue/test-positions.ts";
import type { ReceiptQueries } from "../../store/receipts/queries.ts";
import type { ChainUse } from "../../store/receipts/reading-fates.ts";
import type { ReadingFates } from "../../store/receipts/record.ts";
import { type ReceivedRequest, receiptOf } from "./request-receipt.ts";

interface Kept {
  readonly fates?: readonly ReadingFates[];
  /** By partition. */
  readonly settled?: readonly number[];
  readonly forgottenBeforeMs?: number;
  readonly uses?: readonly ChainUse[];
}

/** The store of receipts as it was when it was read. */
function kept({ fates = [], settled = [100, 0], forgottenBeforeMs = 0, uses = [] }: Kept): ReceiptQueries {
  return {
    fates: async (boot, number) => (boot === 0xabc && number === 36 ? [...fates] : []),
    chainsInUse: async () => [...uses],
    forgottenBeforeMs: async () => forgottenBeforeMs,
    settledPosition: async (_, partition) => ({ partition, sequence: settled[partition]! }),
    unsavedEnds: async () => [],
    close: async () => undefined,
  };
}

function request(overrides: Partial<ReceivedRequest> = {}): ReceivedRequest {
  return {
    deviceId: 4,
    sensorId: null,
    requestId: "000000000abc-10",
    arrivalMs: 1000,
    accepted: 6,
    duplicates: 0,
    rejected: null,
    position: at(100),
    findings: [],
    ...overrides,
  };
}

const findingAt = (position: number): ReadingFinding => ({
  position,
  reason: "dropped_missing_value",
  sensorId: 1,
  identifier: null,
  value: null,
  sent: null,
  matchedMs: null,
  untilMs: null,
});
const ended = {
  fate: "ended",
  chainId: 1,
  chainVersion: 2,
  nodeId: "filter",
  output: "false",
  onPurpose: false,
} as const;
const dead = {
  fate: "dead",
  chainId: 1,
  chainVersion: 2,
  nodeId: "script",
  output: null,
  onPurpose: null,
} as const;

/** `[first, readings, position, fate]` of each run. */
async function runsOf(of: ReceivedRequest, receipts: ReceiptQueries) {
  const receipt = await receiptOf(of, receipts);
  if (receipt.state === "unknown") return receipt.state;
  return receipt.fates.map(({ first, readings, position, fate }) => [first, readings, position, fate]);
}

test("reports readings without a recorded fate as saved", async () => {
  expect(await runsOf(request(), kept({}))).toEqual([[0, 6, 0, "saved"]]);
  const fates = [
    { first: 1, readings: 2, letterId: null, ...ended },
    { first: 3, readings: 1, letterId: null, ...dead },
  ];
  expect(await runsOf(request(), kept({ fates }))).toEqual([
    [0, 1, 0, "saved"],
    [1, 2, 1, "ended"],
    [3, 1, 3, "dead"],
    [4, 2, 4, "saved"],
  ]);
  expect(await receiptOf(request(), kept({ fates }))).toMatchObject({
    fates: [{ end: null }, { end: ended }, { end: dead }, { end: null }],
  });
  expect(
    await runsOf(request(), kept({ fates: [{ first: 0, readings: 6, letterId: null, ...ended }] })),
  ).toEqual([[0, 6, 0, "ended"]]);
});

test("reports all readings as queued until the queue is settled that far", async () => {
  const receipts = kept({ settled: [99], fates: [{ first: 0, readings: 1, letterId: null, ...dead }] });
  expect((await receiptOf(request(), receipts)).state).toBe("queued");
  expect(await runsOf(request(), receipts)).toEqual([[0, 6, 0, "queued"]]);
});

test("claims nothing about requests that are no longer recorded", async () => {
  expect(await runsOf(request(), kept({ forgottenBeforeMs: 1001 }))).toBe("unknown");
  expect(await runsOf(request(), kept({ forgottenBeforeMs: 1000 }))).toEqual([[0, 6, 0, "saved"]]);
});

test.each(["settled", "forgotten"] as const)(
  "never reports readings as saved that are %s while the receipt is read",
  async (change) => {
    const unsaved = [{ ...ended, first: 0, readings: 6, letterId: null }];
    const before: Kept = change === "settled" ? { settled: [99] } : { fates: unsaved };
    const after: Kept = change === "settled" ? { fates: unsaved } : { forgottenBeforeMs: 2000 };
    for (let unchanged = 0; unchanged < 4; unchanged++) {
      let answers = 0;
      const changing = new Proxy(kept(before), {
        get: (_, name: keyof ReceiptQueries) => {
          const store = answers++ < unchanged ? kept(before) : kept(after);
          return store[name];
        },
      });
      const runs = await runsOf(request(), changing);
      expect(JSON.stringify(runs)).not.toContain("saved");
    }
  },
);

test("ignores the progress of other partitions", async () => {
  const waiting = request({ position: { partition: 1, sequence: 50 } });
  expect(await runsOf(waiting, kept({ settled: [100, 49] }))).toEqual([[0, 6, 0, "queued"]]);
  expect(await runsOf(waiting, kept({ settled: [0, 50] }))).toEqual([[0, 6, 0, "saved"]]);
});

test("reports a request without accepted readings as settled", async () => {
  const nothing = request({ accepted: 0, position: null });
  expect(await receiptOf(nothing, kept({ settled: [0], forgottenBeforeMs: 5000 }))).toEqual({
    state: "settled",
    fates: [],
    chains: [],
  });
});

test("splits runs at readings that were not accepted, and gives each part its place", async () => {
  const findings = [findingAt(0), findingAt(3), findingAt(4), findingAt(9)];
  const mixed = request({ duplicates: 1, rejected: { dropped_missing_value: 3 }, findings });
  expect(await runsOf(mixed, kept({ fates: [{ first: 1, readings: 2, letterId: null, ...ended }] }))).toEqual(
    [
      [0, 1, 1, "saved"],
      [1, 1, 2, "ended"],
      [2, 1, 5, "ended"],
      [3, 3, 6, "saved"],
    ],
  );
});

test("gives no index when some readings that were not accepted are unknown", async () => {
  const mixed = request({ duplicates: 3, findings: [findingAt(0), findingAt(1)] });
  expect(await runsOf(mixed, kept({ fates: [{ first: 0, readings: 1, letterId: null, ...dead }] }))).toEqual([
    [0, 1, null, "dead"],
    [1, 5, null, "saved"],
  ]);
});

test("gives each part of a split run of dead readings its own dead letters", async () => {
  const mixed = request({ rejected: { dropped_missing_value: 1 }, findings: [findingAt(2)] });
  const receipt = await receiptOf(mixed, kept({ fates: [{ first: 0, readings: 6, letterId: 50, ...dead }] }));
  expect(receipt).toMatchObject({
    fates: [
      { readings: 2, letterId: 50 },
      { readings: 4, letterId: 52 },
    ],
  });
});

test("lists the chains of a request: that of its sensor, or those of all sensors of the device, each once", async () => {
  const use = { deviceId: 4, fromPosition: at(1), chainVersion: 2 };
  const uses = [
    { ...use, sensorId: 40, chainId: 7 },
    { ...use, sensorId: 41, chainId: 7 },
    { ...use, sensorId: 42, chainId: 8 },
  ];
  const seven = { chainId: 7, chainVersion: 2 };
  const eight = { chainId: 8, chainVersion: 2 };
  const chainsOf = async (sensorId: number | null, known = uses) =>
    ((await receiptOf(request({ sensorId }), kept({ uses: known }))) as { chains: unknown }).chains;
  expect(await chainsOf(null)).toEqual([seven, eight]);
  expect(await chainsOf(null, uses.slice(0, 2))).toEqual([seven]);
  expect(await chainsOf(42)).toEqual([eight]);
  expect(await chainsOf(99)).toEqual([]);
});
