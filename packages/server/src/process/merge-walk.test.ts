import { expect, test } from "bun:test";
import type { MergeableRows } from "../store/housekeeping.ts";
import { MergeWalk } from "./merge-walk.ts";

const hourMs = 3_600_000;

/** Rows by sensor. A step merges one row. */
class TestRows {
  nowMs = 1_790_000_000_000;
  readonly left = new Map<number, number>();
  readonly broken = new Set<number>();
  readonly asked: [sensorId: number, fromUs: number, quietSinceUs: number][] = [];
  readonly walk = new MergeWalk({ store: this, epoch: 1, clock: { nowMs: () => this.nowMs } });
  /** Sensors whose rows cannot be merged. */
  readonly stubborn = new Set<number>();

  /** Sensors with staged rows. A step files one. */
  readonly staged: number[] = [];

  async fileRows(): Promise<boolean> {
    const sensorId = this.staged.pop();
    if (sensorId !== undefined) this.left.set(sensorId, 1);
    return this.staged.length > 0;
  }

  async sensorWithRowsAfter(sensorId: number): Promise<number | null> {
    return [...this.left.keys()].filter((id) => id > sensorId && this.left.get(id)! > 0).sort()[0] ?? null;
  }

  /** Small blocks by sensor. A step packs all. */
  readonly small = new Map<number, number>();
  readonly packed: number[] = [];

  async sensorWithSmallBlocksAfter(sensorId: number): Promise<number | null> {
    return [...this.small.keys()].filter((id) => id > sensorId).sort()[0] ?? null;
  }

  async packBlocks(sensorId: number, fromUs: number) {
    if (this.broken.has(sensorId)) throw new Error("corrupt");
    if (fromUs > Number.MIN_SAFE_INTEGER) return null;
    // What rows left when they were merged is there by now.
    expect([...this.left.values()].every((left) => left === 0)).toBeTrue();
    this.packed.push(sensorId);
    return { merged: this.small.get(sensorId)!, nextUs: 100 };
  }

  /** How much space can be freed. */
  room = 0;

  async releaseSpace(): Promise<boolean> {
    if (this.room > 0) this.room--;
    return this.room > 0;
  }

  async mergeRows({ sensorId, fromUs, quietSinceUs }: MergeableRows) {
    this.asked.push([sensorId, fromUs, quietSinceUs]);
    if (this.broken.has(sensorId)) throw new Error("corrupt");
    if (this.stubborn.has(sensorId)) return fromUs >= 100 ? null : { merged: 0, nextUs: 100 };
    const left = this.left.get(sensorId)!;
    if (left === 0) return null;
    this.left.set(sensorId, left - 1);
    return { merged: 1, nextUs: fromUs + 1 };
  }

  async walkOnce(): Promise<void> {
    while (await this.walk.mergeSome());
  }
}

test("walks over every sensor that has rows, and again an hour later", async () => {
  const rows = new TestRows();
  rows.left.set(1, 3).set(2, 1);
  await rows.walkOnce();
  expect([...rows.left.values()]).toEqual([0, 0]);
  rows.left.set(2, 1);
  await rows.walkOnce();
  expect(rows.left.get(2)).toBe(1);
  rows.nowMs += hourMs;
  await rows.walkOnce();
  expect(rows.left.get(2)).toBe(0);
});

test("files staged rows before it looks for rows", async () => {
  const rows = new TestRows();
  rows.staged.push(1, 2);
  await rows.walkOnce();
  expect(rows.asked.map(([sensorId]) => sensorId)).toEqual([1, 1, 2, 2]);
  expect([...rows.left.values()]).toEqual([0, 0]);
});

test("packs the small blocks of every sensor once all rows are merged, and goes on if those of one cannot be read", async () => {
  const rows = new TestRows();
  rows.left.set(1, 3).set(2, 1);
  rows.small.set(2, 4).set(3, 4).set(5, 4);
  rows.broken.add(3);
  await expect(rows.walkOnce()).rejects.toThrow("corrupt");
  await rows.walkOnce();
  expect(rows.packed).toEqual([2, 5]);
  await rows.walkOnce();
  expect(rows.packed).toEqual([2, 5]);
});

test("frees the space of the rows when all are merged", async () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  rows.room = 3;
  await rows.walkOnce();
  expect(rows.room).toBe(0);
});

test("calls a sensor quiet that received nothing for a day", async () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  await rows.walkOnce();
  expect(rows.asked[0]![2]).toBe((rows.nowMs - 24 * hourMs) * 1000);
});

test("continues with the next sensor when rows of one cannot be read", async () => {
  const rows = new TestRows();
  rows.left.set(1, 1).set(2, 1);
  rows.broken.add(1);
  await expect(rows.walkOnce()).rejects.toThrow("corrupt");
  await rows.walkOnce();
  expect(rows.left.get(2)).toBe(0);
});

test("skips rows that cannot be merged, and looks at them again a day later", async () => {
  const rows = new TestRows();
  rows.left.set(1, 1);
  rows.stubborn.add(1);
  await rows.walkOnce();
  expect(rows.asked.map(([, fromUs]) => fromUs)).toEqual([Number.MIN_SAFE_INTEGER, 100]);
  rows.nowMs += hourMs;
  await rows.walkOnce();
  expect(rows.asked.slice(2).map(([, fromUs]) => fromUs)).toEqual([100]);
  rows.nowMs += 24 * hourMs;
  await rows.walkOnce();
  expect(rows.asked.slice(3).map(([, fromUs]) => fromUs)).toEqual([Number.MIN_SAFE_INTEGER, 100]);
});
