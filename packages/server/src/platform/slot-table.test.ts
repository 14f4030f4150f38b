import { expect, test } from "bun:test";
import { SlotTable } from "./slot-table.ts";

const slots = 1_000_000;

/** Returns whether the table leads from the hash to the slot. */
function finds({ cells, mask, slotMask }: SlotTable, hash: number, slot: number): boolean {
  for (let cell = hash & mask; cells[cell] !== 0; cell = (cell + 1) & mask) {
    const entry = cells[cell]!;
    if ((entry & slotMask) === slot + 1) return ((entry ^ hash) & ~slotMask) === 0;
  }
  return false;
}

/** Many hashes share their lower bits, as in a full table. */
function hashOf(slot: number): number {
  return Math.imul(slot >> 1, 0x9e3779b1) >>> 0 || 1;
}

test("takes little memory for a few entries of a large ring, however long entries come and go", () => {
  const table = new SlotTable(slots, hashOf);
  for (let slot = 0; slot < 100_000; slot++) {
    table.insert(hashOf(slot), slot);
    if (slot >= 1000) table.remove(hashOf(slot - 1000), slot - 1000);
  }
  expect(table.cells.byteLength).toBeLessThanOrEqual(64 * 1024);
});

test("finds everything after the table has grown, and nothing that was removed", () => {
  const table = new SlotTable(slots, hashOf);
  for (let slot = 0; slot < 50_000; slot++) table.insert(hashOf(slot), slot);
  for (let slot = 0; slot < 50_000; slot += 3) table.remove(hashOf(slot), slot);
  const wrong = Array.from({ length: 50_000 }, (_, slot) => slot).filter(
    (slot) => finds(table, hashOf(slot), slot) !== (slot % 3 !== 0),
  );
  expect(wrong).toEqual([]);
});

test("is at most half full, even with every slot in it", () => {
  const table = new SlotTable(3000, hashOf);
  for (let slot = 0; slot < 3000; slot++) table.insert(hashOf(slot), slot);
  expect(table.mask + 1).toBe(8192);
  expect(finds(table, hashOf(2999), 2999)).toBe(true);
});
