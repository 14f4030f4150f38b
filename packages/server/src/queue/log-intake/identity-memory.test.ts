import { describe, expect, test } from "bun:test";
import { noTimestamp } from "../packed-readings.ts";
import { IdentityMemory } from "./identity-memory.ts";
import { IdentityRuns } from "./identity-runs.ts";
import { type IdentityWindows, type Verdict, verdicts } from "./identity-verdicts.ts";

const { fresh, duplicate, pendingDuplicate } = verdicts;
const windows: IdentityWindows = { replayMs: 1000, duplicateMs: 100 };

/** A memory whose readings become durable at once, for what has nothing to do with pending ones. */
class DurableMemory {
  readonly memory: IdentityMemory;

  constructor(capacity: number) {
    this.memory = new IdentityMemory(capacity, windows);
  }

  remember(value: number, seconds: number, nowMs: number): Verdict {
    const verdict = this.memory.remember(1, value, seconds, 0, nowMs);
    this.memory.confirm(this.memory.mark);
    return verdict;
  }
}

describe("windows", () => {
  test("recognise a reading with a timestamp until the replay window has passed since it was accepted", () => {
    const memory = new DurableMemory(10);
    expect(memory.remember(21.5, 500, 0)).toBe(fresh);
    expect(memory.remember(21.5, 500, 999)).toBe(duplicate);
    expect(memory.remember(21.5, 500, 1000)).toBe(fresh);
    expect(memory.remember(21.5, 500, 1999)).toBe(duplicate);
  });

  test("suppress a value without a timestamp for the shorter window, which a duplicate does not extend", () => {
    const memory = new DurableMemory(10);
    expect(memory.remember(21.5, noTimestamp, 0)).toBe(fresh);
    expect(memory.remember(21.5, noTimestamp, 60)).toBe(duplicate);
    expect(memory.remember(21.5, noTimestamp, 99)).toBe(duplicate);
    expect(memory.remember(21.5, noTimestamp, 100)).toBe(fresh);
    expect(memory.remember(21.5, noTimestamp, 199)).toBe(duplicate);
  });

  test("are exact to the millisecond at any time", () => {
    for (const nowMs of [Date.parse("2026-06-01T10:59:59.999Z"), 409 * 2 ** 32 - 1, -1]) {
      const memory = new DurableMemory(10);
      expect(memory.remember(21.5, 500, nowMs)).toBe(fresh);
      expect(memory.remember(21.5, 500, nowMs + 999)).toBe(duplicate);
      expect(memory.memory.matchedMs).toBe(nowMs);
      expect(memory.remember(21.5, 500, nowMs + 1000)).toBe(fresh);
    }
  });

  test("recognise nothing with a length of zero", () => {
    const memory = new IdentityMemory(10, { replayMs: 0, duplicateMs: 0 });
    expect([memory.remember(1, 1, 5, 0, 0), memory.remember(1, 1, 5, 0, 0)]).toEqual([fresh, fresh]);
  });
});

describe("identity", () => {
  test("distinguishes readings by sensor, value, second and microsecond", () => {
    const memory = new IdentityMemory(100, windows);
    const identities: [number, number, number, number][] = [
      [1, 21.5, 500, 7],
      [2, 21.5, 500, 7],
      [1, 21.500000000000004, 500, 7],
      [1, -21.5, 500, 7],
      [1, 21.5, 501, 7],
      [1, 21.5, 500 + 2 ** 32, 7],
      [1, 21.5, 500, 8],
      [1, 21.5, noTimestamp, 0],
      [1, 21.5, 0, 0],
      [0xffffffff, 5e-324, 253_402_300_799, 999_999],
      [0xffffffff, 0, 253_402_300_799, 999_999],
      [0xffffffff, 5e-324, 253_402_300_799, 999_998],
    ];
    for (const identity of identities) expect(memory.remember(...identity, 0)).toBe(fresh);
    for (const identity of identities) expect(memory.remember(...identity, 0)).toBe(pendingDuplicate);
  });

  test("distinguishes and recognises a hundred thousand neighbouring identities", () => {
    const memory = new IdentityMemory(100_000, windows, 100_000, 0);
    const verdictsOf = (): number => {
      let sum = 0;
      for (let i = 0; i < 100_000; i++)
        sum += memory.remember(i & 7, (i >> 3) / 10, 1000 + (i >> 9), i & 1, 0);
      return sum;
    };
    expect(verdictsOf()).toBe(0);
    expect(verdictsOf()).toBe(100_000 * pendingDuplicate);
  });
});

describe("capacity", () => {
  test("remembers an identity until as many newer ones came as the memory holds", () => {
    const memory = new DurableMemory(3);
    for (const value of [1, 2, 3]) memory.remember(value, 500, 0);
    expect(memory.memory.size).toBe(3);
    expect(memory.remember(1, 500, 0)).toBe(duplicate);
    memory.remember(4, 500, 0);
    expect(memory.memory.size).toBe(3);
    expect([2, 3, 4].map((value) => memory.remember(value, 500, 0))).toEqual([
      duplicate,
      duplicate,
      duplicate,
    ]);
    expect(memory.remember(1, 500, 0)).toBe(fresh);
    expect(memory.remember(2, 500, 0)).toBe(fresh);
  });

  test("may be one", () => {
    const memory = new DurableMemory(1);
    const verdictsOf = [1, 1, 2, 2, 1].map((value) => memory.remember(value, 500, 0));
    expect(verdictsOf).toEqual([fresh, duplicate, fresh, duplicate, fresh]);
  });
});

describe("pending identities", () => {
  test("are told apart from durable ones in a repeat", () => {
    const memory = new IdentityMemory(10, windows);
    memory.remember(1, 1, 500, 0, 0);
    const { mark } = memory;
    memory.remember(1, 2, 500, 0, 0);
    const seen = (): Verdict[] => [memory.remember(1, 1, 500, 0, 0), memory.remember(1, 2, 500, 0, 0)];
    expect(seen()).toEqual([pendingDuplicate, pendingDuplicate]);
    memory.confirm(mark);
    expect(seen()).toEqual([duplicate, pendingDuplicate]);
    memory.confirm(memory.mark);
    expect(seen()).toEqual([duplicate, duplicate]);
  });

  test("stay confirmed when an older mark is confirmed later", () => {
    const memory = new IdentityMemory(10, windows);
    const { mark } = memory;
    memory.remember(1, 1, 500, 0, 0);
    memory.confirm(memory.mark);
    memory.confirm(mark);
    expect(memory.remember(1, 1, 500, 0, 0)).toBe(duplicate);
  });

  test("are forgotten when readings are lost, while durable ones are kept", () => {
    const memory = new IdentityMemory(10, windows);
    memory.remember(1, 1, 500, 0, 0);
    memory.confirm(memory.mark);
    memory.remember(1, 2, 500, 0, 0);
    memory.remember(1, 3, 500, 0, 0);
    memory.forgetPending();
    expect(memory.size).toBe(1);
    expect(memory.remember(1, 1, 500, 0, 0)).toBe(duplicate);
    expect(memory.remember(1, 2, 500, 0, 0)).toBe(fresh);
  });

  test("may exceed the capacity and be lost, and later ones are not durable before they are confirmed", () => {
    const memory = new IdentityMemory(3, windows);
    memory.remember(1, 0, 500, 0, 0);
    memory.confirm(memory.mark);
    for (let value = 1; value <= 10; value++) memory.remember(1, value, 500, 0, 0);
    memory.forgetPending();
    expect(memory.size).toBe(0);
    expect(memory.remember(1, 10, 500, 0, 0)).toBe(fresh);
    expect(memory.remember(1, 10, 500, 0, 0)).toBe(pendingDuplicate);
    memory.confirm(memory.mark);
    expect(memory.remember(1, 10, 500, 0, 0)).toBe(duplicate);
  });

  test("are removed for the readings of a failed request only", () => {
    const memory = new IdentityMemory(10, windows);
    memory.remember(1, 1, 500, 0, 0);
    const { mark } = memory;
    memory.remember(1, 2, 500, 0, 0);
    memory.rewind(mark);
    expect(memory.remember(1, 1, 500, 0, 0)).toBe(pendingDuplicate);
    expect(memory.remember(1, 2, 500, 0, 0)).toBe(fresh);
  });
});

describe("buffers", () => {
  const memory = new IdentityMemory(1000, windows);

  test("are recognised reading by reading when they are sent again, in any order", () => {
    for (let at = 0; at < 500; at++) expect(memory.rememberNext(1, at % 7, 100 + at, at, 0)).toBe(fresh);
    for (let at = 499; at >= 0; at--) {
      expect(memory.rememberNext(1, at % 7, 100 + at, at, 0)).toBe(pendingDuplicate);
      expect(memory.remember(1, at % 7, 100 + at, at, 0)).toBe(pendingDuplicate);
    }
    memory.confirm(memory.mark);
    expect(memory.remember(1, 0, 100, 0, 0)).toBe(duplicate);
    expect([memory.remember(1, 9, 107, 7, 0), memory.remember(2, 0, 107, 7, 0)]).toEqual([fresh, fresh]);
    expect(memory.size).toBe(502);
  });
});

test("replaces the first reading of a buffer that came again after its window, even when it is removed", () => {
  const memory = new IdentityMemory(100, windows);
  for (const seconds of [100, 101, 102]) memory.rememberNext(1, 5, seconds, 0, 0);
  const { mark } = memory;
  expect(memory.remember(1, 5, 101, 0, 1000)).toBe(fresh);
  memory.rewind(mark);
  expect(memory.remember(1, 5, 101, 0, 990)).toBe(fresh);
  expect(memory.remember(1, 5, 102, 0, 990)).toBe(pendingDuplicate);
});

test("begins no runs beyond their limit, until others end", () => {
  const runs = new IdentityRuns(2);
  for (const start of [0, 10]) runs.runEndingAt(start, 1, start)!.end = start + 5;
  expect(runs.runEndingAt(15, 1, 15)).toBe(runs.of(1)[1]!);
  expect(runs.runEndingAt(20, 1, 20)).toBeNull();
  runs.forgetBefore(5);
  expect(runs.runEndingAt(20, 1, 20)).not.toBeNull();
  runs.forgetFrom(0);
  expect(runs.of(1)).toEqual([]);
});

test("begins a late run between others of its sensor, and none that overlaps with them", () => {
  const runs = new IdentityRuns();
  const lastUs = ({ firstUs }: { firstUs: number }): number => firstUs + 50;
  runs.runEndingAt(0, 1, 100)!.end = 5;
  runs.runEndingAt(10, 1, 300)!.end = 15;
  const beginLate = (sequence: number, fromUs: number, toUs: number) => {
    const place = runs.placeForLate(1, { fromUs, toUs, lastUs });
    return place < 0 ? null : runs.beginLate(sequence, 1, fromUs, place);
  };
  const between = beginLate(15, 200, 250)!;
  between.end = 20;
  const before = beginLate(20, 10, 60)!;
  before.end = 25;
  expect(runs.of(1).map(({ firstUs }) => firstUs)).toEqual([10, 100, 200, 300]);
  for (const [fromUs, toUs] of [
    [60, 70],
    [140, 160],
    [160, 200],
    [260, 300],
    [320, 400],
  ] as const)
    expect(beginLate(25, fromUs, toUs)).toBeNull();
  // A late run is not continued by the newest readings of its sensor.
  expect(runs.runEndingAt(25, 1, 500)).not.toBe(before);
  runs.forgetBefore(20);
  expect(runs.of(1).map(({ firstUs }) => firstUs)).toEqual([10, 500]);
});
