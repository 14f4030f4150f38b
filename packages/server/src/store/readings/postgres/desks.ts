import { StretchSeries } from "../blocks/stretch-series.ts";
import { SavedReadings } from "../saved-readings.ts";
import { ChunkWriter } from "./chunk-writer.ts";

/** Maximum number of batches whose readings are written at once. A desk takes about six megabytes. */
const desksMax = 4;

/** The columns in which the readings of one batch are sorted while they are written. */
export interface Desk {
  readonly stretch: StretchSeries;
  /** For batches with stretches that cannot be written at once. */
  readonly apart: SavedReadings;
  readonly chunks: ChunkWriter;
}

/** Lends a desk to each batch. Past the limit, a batch waits until another one is done. */
export class Desks {
  readonly #free: Desk[] = [];
  #made = 0;
  readonly #waiting: (() => void)[] = [];

  async use<T>(work: (desk: Desk) => Promise<T>): Promise<T> {
    while (this.#free.length === 0 && this.#made === desksMax)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    const desk = this.#free.pop() ?? this.#make();
    try {
      return await work(desk);
    } finally {
      this.#free.push(desk);
      this.#waiting.shift()?.();
    }
  }

  #make(): Desk {
    this.#made++;
    return { stretch: new StretchSeries(), apart: new SavedReadings(), chunks: new ChunkWriter() };
  }
}
