/** Readings in one chunk at most. A power of two, so that a number below it and a sensor's id can share one double. */
export const chunkReadingsMax = 32_768;
/** Chunks that stay in memory for the next batch. A usual batch fills one or two. */
const keptChunksMax = 2;

/** What is held of one reading side by side, as doubles: a cache line. The device's seconds are -1 where it sent none. */
export const sensorCell = 0;
export const atCell = 1;
export const valueCell = 2;
export const receivedCell = 3;
export const deviceSecondsCell = 4;
export const deviceMicrosCell = 5;
/** The store's adapter may keep here what it derives from the others. */
export const firstOwnCell = 6;
export const secondOwnCell = 7;
export const cellsPerReading = 8;

/** Some of the readings that a batch saves, known by their numbers in order of their coming. */
export class SavedChunk {
  readonly cells = new Float64Array(chunkReadingsMax * cellsPerReading);
  /** JSON text, "" for none. */
  readonly metadata: string[] = new Array(chunkReadingsMax).fill("");
  count = 0;
}

/**
 * The readings that a batch saves, in columns: no object is made for a reading. Each is known by its place among them,
 * from 0. Memory is used again for the next batch.
 */
export class SavedReadings {
  readonly #chunks: SavedChunk[] = [new SavedChunk()];
  #last = this.#chunks[0]!;
  /** Readings in the chunks before the last. */
  #before = 0;

  get count(): number {
    return this.#before + this.#last.count;
  }

  /** Hot: once per saved reading. `deviceSeconds` is -1 where the device sent no time; `metadata` "" for none. */
  add(
    sensorId: number,
    atUs: number,
    value: number,
    receivedUs: number,
    deviceSeconds: number,
    deviceMicros: number,
    metadata: string,
  ): void {
    if (this.#last.count === chunkReadingsMax) this.#nextChunk();
    const chunk = this.#last;
    const { cells } = chunk;
    const number = chunk.count++;
    const cell = number * cellsPerReading;
    cells[cell + sensorCell] = sensorId;
    cells[cell + atCell] = atUs;
    cells[cell + valueCell] = value;
    cells[cell + receivedCell] = receivedUs;
    cells[cell + deviceSecondsCell] = deviceSeconds;
    cells[cell + deviceMicrosCell] = deviceMicros;
    chunk.metadata[number] = metadata;
  }

  /** Those that hold something, in order. All but the last are full. */
  *chunks(): Generator<SavedChunk> {
    for (const chunk of this.#chunks) {
      if (chunk.count > 0) yield chunk;
      if (chunk === this.#last) return;
    }
  }

  clear(): void {
    this.#chunks.length = Math.min(this.#chunks.length, keptChunksMax);
    for (const chunk of this.#chunks) chunk.count = 0;
    this.#last = this.#chunks[0]!;
    this.#before = 0;
  }

  #nextChunk(): void {
    this.#before += this.#last.count;
    const next = this.#chunks.indexOf(this.#last) + 1;
    this.#chunks[next] ??= new SavedChunk();
    this.#last = this.#chunks[next];
  }
}
