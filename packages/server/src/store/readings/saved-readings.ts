import type { Stretch } from "../../queue/stretch.ts";

/** Maximum number of readings in a chunk. A power of two, so that an index and a sensor's id can share one double. */
export const chunkReadingsMax = 32_768;
/** Chunks that stay in memory for the next batch. Most batches fill one or two. */
const keptChunksMax = 2;

/** A shorter stretch is taken apart, because the readings of several requests can then share a block. */
const longStretch = 512;

/** The doubles of one reading lie side by side, in one cache line. The device's seconds are -1 if it sent none. */
export const sensorCell = 0;
export const atCell = 1;
export const valueCell = 2;
export const receivedCell = 3;
export const deviceSecondsCell = 4;
export const deviceMicrosCell = 5;
/** From this cell on, the store's adapter may keep values that it derives from the others. */
export const firstOwnCell = 6;
export const secondOwnCell = 7;
export const cellsPerReading = 8;

/** Some of the readings that a batch saves, numbered in order of arrival. */
export class SavedChunk {
  readonly cells = new Float64Array(chunkReadingsMax * cellsPerReading);
  /** JSON text, "" for none. */
  readonly metadata: string[] = new Array(chunkReadingsMax).fill("");
  /** The place of each reading among all that the batch saves. */
  readonly places = new Uint32Array(chunkReadingsMax);
  count = 0;
}

/** A long stretch, as it arrived. */
export interface SavedStretch {
  readonly sensorId: number;
  readonly stretch: Stretch;
  readonly receivedUs: number;
  /** The place of its first reading. */
  readonly place: number;
  /** How many readings of chunks come before it. */
  readonly after: number;
}

/**
 * The readings that a batch saves, in columns: no object is created per reading. Each reading is known by its place,
 * counted from 0. The memory is reused for the next batch.
 */
export class SavedReadings {
  count = 0;
  readonly #chunks: SavedChunk[] = [new SavedChunk()];
  readonly #stretches: SavedStretch[] = [];
  #last = this.#chunks[0]!;
  /** How many readings are in the chunks before the last. */
  #before = 0;

  /** Long stretches in order of arrival. Their readings are in no chunk. */
  get stretches(): readonly SavedStretch[] {
    return this.#stretches;
  }

  /** Hot: called once per saved reading. `deviceSeconds` is -1 if the device sent no time; `metadata` is "" for none. */
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

  /** Adds each reading of the stretch in turn. A long stretch is kept as it is, so that it can be written at once. */
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

  /** Copies the chunks of another batch, and takes some of its stretches apart. Every reading keeps its order and place. */
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

  /** Every reading of a stretch has the time that the device sent. */
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

  /** Makes room for one more reading in the last chunk and returns its index there. */
  #addPlace(place: number): number {
    if (this.#last.count === chunkReadingsMax) this.#nextChunk();
    const number = this.#last.count++;
    this.#last.places[number] = place;
    return number;
  }

  /** The chunks in use, in order. All but the last are full. */
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
