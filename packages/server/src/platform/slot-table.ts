/** Finds slots by the hashes of what is in them: an open-addressed table with at least half of it empty. */
export class SlotTable {
  /** Cells of two words: slot number + 1, or 0 where empty, and the hash, which spares most looks at the slot. */
  readonly cells: Uint32Array;
  readonly mask: number;

  constructor(slots: number) {
    const size = 2 ** Math.ceil(Math.log2(slots * 2));
    this.cells = new Uint32Array(size * 2);
    this.mask = size - 1;
  }

  insert(hash: number, slot: number): void {
    let cell = hash & this.mask;
    while (this.cells[cell * 2] !== 0) cell = (cell + 1) & this.mask;
    this.cells[cell * 2] = slot + 1;
    this.cells[cell * 2 + 1] = hash;
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
