import { expect, test } from "bun:test";
import { MergeWalk } from "./merge-walk.ts";

const hourMs = 3_600_000;

/** Rows of sensors, of which a step takes one. */
class TestRows {
  nowMs = 1_790_000_000_000;
  readonly left = new Map<number, number>();
  readonly broken = new Set<number>();
  readonly asked: [sensorId: number, fromUs: number, quietSinceUs: number][] = [];
  readonly walk = new MergeWalk({ rows: this, clock: { nowMs: () => this.nowMs } });
  /** Sensors whose rows cannot be merged. */
  readonly stubborn = new Set<number>();

  sensorAfter(sensorId: number): number | null {
    return [...this.left.keys()].filter((id) => id > sensorId && this.left.get(id)! > 0).sort()[0] ?? null;
  }

  /** How much room can be given back. */
  room = 0;

  releaseSome(): boolean {
    if (this.room > 0) this.room--;
    return this.room > 0;
  }

  merge(sensorId: number, fromUs: number, quietSinceUs: number) {
    this.asked.push([sensorId, fromUs, quietSinceUs]);
    if (this.broken.has(sensorId)) throw new Error("corrupt");
    if (this.stubborn.has(sensorId)) return fromUs >= 100 ? null : { merged: 0, nextUs: 100 };
    const left = this.left.get(sensorId)!;
    if (left === 0) return null;
    this.left.set(sensorId, left - 1);
    return { merged: 1, nextUs: fromUs + 1 };
  }

  walkOnce(): void {
    while (this.walk.mergeSome());
  }
}

test("walks over every sensor that has rows, and again an hour later", () => {
  const rows = new TestRows();
  rows.left.set(1, 3).set(2, 1);
  rows.walkOnce();
  expect([...rows.left.values()]).toEqual([0, 0]);
  rows.left.set(2, 1);
  rows.walkOnce();
  expect(rows.left.get(2)).toBe(1);
  rows.nowMs += hourMs;
  rows.walkOnce();
  expect(rows.left.get(2)).toBe(0);
});

test("gives back the room that rows took when all are merged", () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  rows.room = 3;
  rows.walkOnce();
  expect(rows.room).toBe(0);
});

test("calls a sensor quiet that received nothing for a day", () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  rows.walkOnce();
  expect(rows.asked[0]![2]).toBe((rows.nowMs - 24 * hourMs) * 1000);
});

test("goes on with the next sensor after one whose rows cannot be read", () => {
  const rows = new TestRows();
  rows.left.set(1, 1).set(2, 1);
  rows.broken.add(1);
  expect(() => rows.walkOnce()).toThrow("corrupt");
  rows.walkOnce();
  expect(rows.left.get(2)).toBe(0);
});

test("passes over rows that cannot be merged, and looks at them again a day later", () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  rows.stubborn.add(1);
  rows.walkOnce();
  expect(rows.asked.map(([, fromUs]) => fromUs)).toEqual([Number.MIN_SAFE_INTEGER, 100]);
  rows.nowMs += hourMs;
  rows.walkOnce();
  expect(rows.asked.slice(2).map(([, fromUs]) => fromUs)).toEqual([100]);
  rows.nowMs += 24 * hourMs;
  rows.walkOnce();
  expect(rows.asked.slice(3).map(([, fromUs]) => fromUs)).toEqual([Number.MIN_SAFE_INTEGER, 100]);
});
