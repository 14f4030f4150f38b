/**
 * Knows which reading of a batch each save belongs to. The store reports which saves found their row already stored; a
 * reading counts as already stored if all of its saves did. Readings are numbered in the order in which they are
 * settled.
 */
export class BatchSaves {
  /** By the place of the save: the number of the reading plus 1, or 0 if nobody needs it. */
  #readings = new Uint32Array(1024);
  #end = 0;

  clear(): void {
    this.#end = 0;
  }

  /** Hot: called once per saved reading, whose saves have the places from `from` (inclusive) to `to` (exclusive). */
  note(reading: number, from: number, to: number): void {
    if (to > this.#readings.length) this.#grow(to);
    // The saves in between belong to readings that also died, or that were not accepted.
    if (from > this.#end) this.#readings.fill(0, this.#end, from);
    for (let save = from; save < to; save++) this.#readings[save] = reading + 1;
    this.#end = to;
  }

  /** Records the saves of consecutive readings with one save each. */
  noteEach(firstReading: number, from: number, to: number): void {
    this.note(firstReading, from, to);
    for (let save = from + 1; save < to; save++) this.#readings[save] = firstReading + 1 + save - from;
  }

  /** Returns the numbers of the readings of which no save wrote a row, in order. */
  unwritten(alreadyStored: readonly number[]): number[] {
    const found = new Map<number, number>();
    for (const save of alreadyStored) {
      const reading = save < this.#end ? this.#readings[save]! : 0;
      if (reading > 0) found.set(reading, (found.get(reading) ?? 0) + 1);
    }
    const unwritten = new Set<number>();
    for (const save of alreadyStored) {
      const reading = save < this.#end ? this.#readings[save]! : 0;
      if (reading > 0 && this.#savesOf(reading, save) === found.get(reading)) unwritten.add(reading - 1);
    }
    return [...unwritten].sort((one, other) => one - other);
  }

  /** Counts the saves of a reading, which are consecutive. */
  #savesOf(reading: number, save: number): number {
    let from = save;
    let to = save + 1;
    while (from > 0 && this.#readings[from - 1] === reading) from--;
    while (to < this.#end && this.#readings[to] === reading) to++;
    return to - from;
  }

  #grow(atLeast: number): void {
    const larger = new Uint32Array(Math.max(atLeast, this.#readings.length * 2));
    larger.set(this.#readings);
    this.#readings = larger;
  }
}
