import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  IdentityMemory,
  type IdentityWindows,
  noTimestamp,
  type Verdict,
  verdicts,
} from "./identity-memory.ts";

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
  test("a reading with a timestamp is recognised until the replay window has passed since it was accepted", () => {
    const memory = new DurableMemory(10);
    expect(memory.remember(21.5, 500, 0)).toBe(fresh);
    expect(memory.remember(21.5, 500, 999)).toBe(duplicate);
    expect(memory.remember(21.5, 500, 1000)).toBe(fresh);
    expect(memory.remember(21.5, 500, 1999)).toBe(duplicate);
  });

  test("a value without a timestamp is suppressed for the shorter window, which a duplicate does not extend", () => {
    const memory = new DurableMemory(10);
    expect(memory.remember(21.5, noTimestamp, 0)).toBe(fresh);
    expect(memory.remember(21.5, noTimestamp, 60)).toBe(duplicate);
    expect(memory.remember(21.5, noTimestamp, 99)).toBe(duplicate);
    expect(memory.remember(21.5, noTimestamp, 100)).toBe(fresh);
    expect(memory.remember(21.5, noTimestamp, 199)).toBe(duplicate);
  });

  test("a window of zero recognises nothing", () => {
    const memory = new IdentityMemory(10, { replayMs: 0, duplicateMs: 0 });
    expect([memory.remember(1, 1, 5, 0, 0), memory.remember(1, 1, 5, 0, 0)]).toEqual([fresh, fresh]);
  });
});

describe("identity", () => {
  test("readings that differ in sensor, value, second or microsecond are never taken for one another", () => {
    const memory = new IdentityMemory(100, windows);
    const identities: [number, number, number, number][] = [
      [1, 21.5, 500, 7],
      [2, 21.5, 500, 7],
      [1, 21.500000000000004, 500, 7],
      [1, -21.5, 500, 7],
      [1, 21.5, 501, 7],
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

  test("a hundred thousand neighbouring identities are all told apart, and all recognised", () => {
    const memory = new IdentityMemory(100_000, windows, 0);
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
  test("an identity is remembered until as many newer ones came as the memory holds", () => {
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

  test("a memory of one works", () => {
    const memory = new DurableMemory(1);
    const verdictsOf = [1, 1, 2, 2, 1].map((value) => memory.remember(value, 500, 0));
    expect(verdictsOf).toEqual([fresh, duplicate, fresh, duplicate, fresh]);
  });
});

describe("pending", () => {
  test("a repeat of a reading that is not yet durable is told from one that is", () => {
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

  test("confirming an older mark later takes nothing back", () => {
    const memory = new IdentityMemory(10, windows);
    const { mark } = memory;
    memory.remember(1, 1, 500, 0, 0);
    memory.confirm(memory.mark);
    memory.confirm(mark);
    expect(memory.remember(1, 1, 500, 0, 0)).toBe(duplicate);
  });

  test("lost readings are forgotten, durable ones are not", () => {
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

  test("more pending readings than the memory holds can be lost, and what follows is not durable before it is", () => {
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

  test("a request that failed takes back its own readings and nobody else's", () => {
    const memory = new IdentityMemory(10, windows);
    memory.remember(1, 1, 500, 0, 0);
    const { mark } = memory;
    memory.remember(1, 2, 500, 0, 0);
    memory.rewind(mark);
    expect(memory.remember(1, 1, 500, 0, 0)).toBe(pendingDuplicate);
    expect(memory.remember(1, 2, 500, 0, 0)).toBe(fresh);
  });
});

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
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("pass" as const), ms: fc.integer({ min: -20, max: 400 }) }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("confirm" as const), markOf: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("rewind" as const), markOf: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ kind: "lose" as const }) },
);

test("behaves as the obvious memory does, whatever comes in whatever order, for any seed of its hash", () => {
  const seeds = fc.oneof(fc.constantFrom(0, 1, 0x7fffffff, 0x80000000, 0xffffffff), fc.nat(0xffffffff));
  const commands = fc.array(command, { minLength: 1, maxLength: 200, size: "max" });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), seeds, commands, (capacity, seed, sequence) => {
      const memory = new IdentityMemory(capacity, windows, seed);
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
    { numRuns: 1000 },
  );
});
