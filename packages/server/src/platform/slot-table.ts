import { freeBytes } from "./free-bytes.ts";

const firstCells = 2048;
/** Growing moves every entry. A table for a million slots moves 262 thousand entries at most, once: 11 ms (arm64). */
const growth = 4;

/**
 * Finds slots by the hash of their content. It is an open-addressed table that is at least half empty. The table grows as it
 * fills, because a few entries in a full-size table, such as those of the memory of identities under bulk load, would touch
 * each of its pages.
 *
 * An empty cell is 0. Otherwise its lower bits (`slotMask`) are the slot's number + 1, and its upper bits come from the hash,
 * which avoids most look-ups of slots. When cells move, `hashOf` returns the whole hash, because storing it would double the
 * size of the table.
 */
export class SlotTable {
  cells: Int32Array;
  mask: number;
  readonly slotMask: number;
  readonly #hashOf: (slot: number) => number;
  readonly #cellsMax: number;
  #count = 0;

  /** `hashOf` returns the hash with which a slot was inserted. */
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
    // The garbage collector rarely frees memory that has lived long.
    freeBytes(new Uint8Array(former.buffer));
  }

  /** Does nothing if the slot is not in the table, for example because a later arrival has replaced its identity. */
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

  /** Closes the gap by moving back later entries of the same probe run, so that no tombstones build up. */
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
