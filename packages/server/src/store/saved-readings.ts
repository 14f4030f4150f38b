import type { Stretch } from "../queue/stretch.ts";

/** Readings in one chunk at most. A power of two, so that a number below it and a sensor's id can share one double. */
export const chunkReadingsMax = 32_768;
/** Chunks that stay in memory for the next batch. A usual batch fills one or two. */
const keptChunksMax = 2;

/** A stretch of fewer readings is taken apart: those of several requests share a block then. */
const longStretch = 512;

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
  /** The place of each among all that the batch saves. */
  readonly places = new Uint32Array(chunkReadingsMax);
  count = 0;
}

/** A long stretch, as it came. */
export interface SavedStretch {
  readonly sensorId: number;
  readonly stretch: Stretch;
  readonly receivedUs: number;
  /** That of its first reading. */
  readonly place: number;
  /** How many readings of chunks come before it. */
  readonly after: number;
}

/**
 * The readings that a batch saves, in columns: no object is made for a reading. Each is known by its place among them,
 * from 0. Memory is used again for the next batch.
 */
export class SavedReadings {
  count = 0;
  readonly #chunks: SavedChunk[] = [new SavedChunk()];
  readonly #stretches: SavedStretch[] = [];
  #last = this.#chunks[0]!;
  /** Readings in the chunks before the last. */
  #before = 0;

  /** In the order in which they came. Their readings are in no chunk. */
  get stretches(): readonly SavedStretch[] {
    return this.#stretches;
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
    const number = this.#addPlace(this.count++);
    const chunk = this.#last;
    const { cells } = chunk;
    const cell = number * cellsPerReading;
    cells[cell + sensorCell] = sensorId;
    cells[cell + atCell] = atUs;
    cells[cell + valueCell] = value;
    cells[cell + receivedCell] = receivedUs;
    cells[cell + deviceSecondsCell] = deviceSeconds;
    cells[cell + deviceMicrosCell] = deviceMicros;
    chunk.metadata[number] = metadata;
  }

  /** As `add` of each reading in turn. A long one is kept as it is, so that it can be written at once. */
  addStretch(sensorId: number, stretch: Stretch, receivedUs: number): void {
    const { readings } = stretch;
    if (readings >= longStretch && readings <= chunkReadingsMax) {
      const after = this.#before + this.#last.count;
      this.#stretches.push({ sensorId, stretch, receivedUs, place: this.count, after });
      this.count += readings;
      return;
    }
    this.#addEach(sensorId, stretch, receivedUs);
  }

  /** Takes over what is in the chunks of another one, and some of its stretches taken apart, all of it in its order and place. */
  takeApart(from: SavedReadings, stretches: readonly SavedStretch[]): void {
    this.clear();
    let next = 0;
    let taken = 0;
    for (const chunk of from.chunks()) {
      for (let number = 0; number < chunk.count; number++) {
        while (stretches[next]?.after === taken) this.#addApart(stretches[next++]!);
        this.#copy(chunk, number);
        taken++;
      }
    }
    while (next < stretches.length) this.#addApart(stretches[next++]!);
  }

  #addApart({ sensorId, stretch, receivedUs, place }: SavedStretch): void {
    this.count = place;
    this.#addEach(sensorId, stretch, receivedUs);
  }

  /** Each of them has the time that the device sent. */
  #addEach(sensorId: number, { doubles, start, readings }: Stretch, receivedUs: number): void {
    for (let at = start; at < start + readings * 2; at += 2) {
      const sentUs = doubles[at + 1]!;
      const seconds = Math.floor(sentUs / 1e6);
      this.add(sensorId, sentUs, doubles[at]!, receivedUs, seconds, sentUs - seconds * 1e6, "");
    }
  }

  #copy(chunk: SavedChunk, number: number): void {
    const copy = this.#addPlace(chunk.places[number]!);
    const cell = number * cellsPerReading;
    this.#last.cells.set(chunk.cells.subarray(cell, cell + cellsPerReading), copy * cellsPerReading);
    this.#last.metadata[copy] = chunk.metadata[number]!;
  }

  /** Makes room for one more reading in the last chunk, and returns its number there. */
  #addPlace(place: number): number {
    if (this.#last.count === chunkReadingsMax) this.#nextChunk();
    const number = this.#last.count++;
    this.#last.places[number] = place;
    return number;
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
    this.#stretches.length = 0;
    this.count = 0;
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
