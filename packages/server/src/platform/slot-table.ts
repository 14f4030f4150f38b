import { freeBytes } from "./free-bytes.ts";

const firstCells = 2048;
/** Growing moves everything in the table. In one for a million slots that is 262 thousand entries at most: 11 ms, once (arm64). */
const growth = 4;

/**
 * Finds slots by the hashes of what is in them: an open-addressed table with at least half of it empty. It grows as it
 * fills: few entries, such as those of the memory of identities under bulk load, would touch every page of a table for all slots.
 *
 * A cell is 0 where it is empty. Else its lower bits (`slotMask`) are the slot's number + 1, and the others are those bits of the hash, which
 * spare most looks at slots. Whole hashes are asked for where cells move: kept here too, they would double the table.
 */
export class SlotTable {
  cells: Int32Array;
  mask: number;
  readonly slotMask: number;
  readonly #hashOf: (slot: number) => number;
  readonly #cellsMax: number;
  #count = 0;

  /** `hashOf` tells the hash that a slot in the table was inserted with. */
  constructor(slots: number, hashOf: (slot: number) => number) {
    this.#hashOf = hashOf;
    this.#cellsMax = 2 ** Math.ceil(Math.log2(slots * 2));
    this.slotMask = 2 ** Math.ceil(Math.log2(slots + 1)) - 1;
    const size = Math.min(firstCells, this.#cellsMax);
    this.cells = new Int32Array(size);
    this.mask = size - 1;
  }

  insert(hash: number, slot: number): void {
    if (this.#count * 2 > this.mask && this.mask + 1 < this.#cellsMax) this.#grow();
    this.#count++;
    this.#put(hash, slot);
  }

  #put(hash: number, slot: number): void {
    let cell = hash & this.mask;
    while (this.cells[cell] !== 0) cell = (cell + 1) & this.mask;
    this.cells[cell] = (hash & ~this.slotMask) | (slot + 1);
  }

  #grow(): void {
    const former = this.cells;
    const size = Math.min((this.mask + 1) * growth, this.#cellsMax);
    this.cells = new Int32Array(size);
    this.mask = size - 1;
    for (let cell = 0; cell < former.length; cell++) {
      if (former[cell] === 0) continue;
      const slot = (former[cell]! & this.slotMask) - 1;
      this.#put(this.#hashOf(slot), slot);
    }
    // It has lived for long, and what has is seldom collected.
    freeBytes(new Uint8Array(former.buffer));
  }

  /** Does nothing where the slot is not in the table, as one whose identity was superseded by a later arrival. */
  remove(hash: number, slot: number): void {
    let cell = hash & this.mask;
    for (;;) {
      const entry = this.cells[cell]!;
      if (entry === 0) return;
      if ((entry & this.slotMask) === slot + 1) break;
      cell = (cell + 1) & this.mask;
    }
    this.removeCell(cell);
  }

  /** Closes the gap by moving later members of the same probe run back, so no tombstones build up. */
  removeCell(hole: number): void {
    const { cells } = this;
    this.#count--;
    let cell = hole;
    for (;;) {
      cell = (cell + 1) & this.mask;
      const entry = cells[cell]!;
      if (entry === 0) break;
      const home = this.#hashOf((entry & this.slotMask) - 1) & this.mask;
      const distanceFromHome = (cell - home) & this.mask;
      const distanceFromHole = (cell - hole) & this.mask;
      if (distanceFromHome >= distanceFromHole) {
        cells[hole] = entry;
        hole = cell;
      }
    }
    cells[hole] = 0;
  }
}
