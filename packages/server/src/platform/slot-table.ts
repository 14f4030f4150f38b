const firstCells = 2048;
/** Growing moves everything in the table. In one for a million slots that is 262 thousand entries at most: 17 ms, once (arm64). */
const growth = 4;

/**
 * Finds slots by the hashes of what is in them: an open-addressed table with at least half of it empty. It grows as it
 * fills: few entries, such as those of the memory of identities under bulk load, would touch every page of a table for all slots.
 */
export class SlotTable {
  /** Cells of two words: slot number + 1, or 0 where empty, and the hash, which spares most looks at the slot. */
  cells: Uint32Array;
  mask: number;
  #count = 0;
  readonly #cellsMax: number;

  constructor(slots: number) {
    this.#cellsMax = 2 ** Math.ceil(Math.log2(slots * 2));
    const size = Math.min(firstCells, this.#cellsMax);
    this.cells = new Uint32Array(size * 2);
    this.mask = size - 1;
  }

  insert(hash: number, slot: number): void {
    if (this.#count * 2 > this.mask && this.mask + 1 < this.#cellsMax) this.#grow();
    this.#count++;
    this.#put(hash, slot + 1);
  }

  #put(hash: number, entry: number): void {
    let cell = hash & this.mask;
    while (this.cells[cell * 2] !== 0) cell = (cell + 1) & this.mask;
    this.cells[cell * 2] = entry;
    this.cells[cell * 2 + 1] = hash;
  }

  #grow(): void {
    const former = this.cells;
    const size = Math.min((this.mask + 1) * growth, this.#cellsMax);
    this.cells = new Uint32Array(size * 2);
    this.mask = size - 1;
    for (let at = 0; at < former.length; at += 2) {
      if (former[at] !== 0) this.#put(former[at + 1]!, former[at]!);
    }
  }

  /** Does nothing where the slot is not in the table, as one whose identity was superseded by a later arrival. */
  remove(hash: number, slot: number): void {
    let cell = hash & this.mask;
    for (;;) {
      const entry = this.cells[cell * 2]!;
      if (entry === 0) return;
      if (entry === slot + 1) break;
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
      const entry = cells[cell * 2]!;
      if (entry === 0) break;
      const home = cells[cell * 2 + 1]! & this.mask;
      const distanceFromHome = (cell - home) & this.mask;
      const distanceFromHole = (cell - hole) & this.mask;
      if (distanceFromHome >= distanceFromHole) {
        cells[hole * 2] = entry;
        cells[hole * 2 + 1] = cells[cell * 2 + 1]!;
        hole = cell;
      }
    }
    cells[hole * 2] = 0;
  }
}
