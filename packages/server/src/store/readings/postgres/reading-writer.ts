import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { isExactTime } from "../blocks/gathered-readings.ts";
import { hasSaveBefore } from "../blocks/has-save-before.ts";
import type { SavedReadings, SavedStretch } from "../saved-readings.ts";
import { type Desk, Desks } from "./desks.ts";
import { NewestTimes } from "./newest-times.ts";
import { packBlocks, type SensorBlock } from "./pack-blocks.ts";
import { insertBlocks } from "./stored-blocks.ts";

/**
 * Writes the readings of batches as rows or as blocks, so that each (sensor, time, value) is stored once in both
 * together. It tells which readings were stored already. The caller must hold the partition's row: the rules are those
 * of a single writer.
 *
 * A reading that is newer than everything stored of its sensor cannot be stored already, so it needs no look-up. A
 * block is written if nothing of the sensor is stored between its first and its last time, so none of its readings can
 * be stored already either. Everything else is late: it is looked up in the blocks, and then inserted unless such a row
 * exists. Each of these steps is one statement for all readings of a chunk, because each statement is a round trip.
 */
export class ReadingWriter {
  readonly #desks = new Desks();
  readonly #newest = new Map<number, NewestTimes>();

  /** Resolves to the places, among the batch's saves, of readings that were stored already. */
  save(tx: PostgresTransaction, saves: SavedReadings, partition: number): Promise<readonly number[]> {
    return this.#desks.use((desk) => this.#save(tx, saves, { desk, partition }));
  }

  /**
   * Forgets what is known of the partition's sensors, because others may have written, or a write may have been rolled
   * back.
   */
  dropMemory(partition: number): void {
    this.#newest.delete(partition);
  }

  async #save(
    tx: PostgresTransaction,
    saves: SavedReadings,
    { desk, partition }: { readonly desk: Desk; readonly partition: number },
  ): Promise<readonly number[]> {
    const newest = this.#newest.get(partition) ?? new NewestTimes();
    this.#newest.set(partition, newest);
    const alreadyStored: number[] = [];
    const left = await this.#writeStretches(tx, saves, { desk, newest });
    if (left.length > 0) desk.apart.takeApart(saves, left);
    for (const chunk of (left.length > 0 ? desk.apart : saves).chunks())
      alreadyStored.push(...(await desk.chunks.write(tx, { chunk, newest, partition })));
    return alreadyStored;
  }

  /**
   * Writes stretches as blocks, without copying them, and returns the stretches for which this is impossible. Stretches
   * are written before everything else, so a stretch must wait if an earlier save of its sensor is not written yet.
   */
  async #writeStretches(
    tx: PostgresTransaction,
    saves: SavedReadings,
    { desk, newest }: { readonly desk: Desk; readonly newest: NewestTimes },
  ): Promise<SavedStretch[]> {
    await newest.load(tx, firstTimes(saves.stretches));
    const leftSensors = new Set<number>();
    const blocks: SensorBlock[] = [];
    const left = saves.stretches.filter((saved) => {
      const { sensorId, stretch, receivedUs, after } = saved;
      const isNewer = stretch.doubles[stretch.start + 1]! > newest.of(sensorId);
      const fits = isNewer && isExactTime(receivedUs) && !leftSensors.has(sensorId);
      if (!fits || hasSaveBefore(saves, after, sensorId)) {
        leftSensors.add(sensorId);
        return true;
      }
      desk.stretch.take(stretch, receivedUs);
      blocks.push(...packBlocks(sensorId, desk.stretch, 0, stretch.readings));
      newest.raise(sensorId, blocks.at(-1)!.lastUs);
      return false;
    });
    insertBlocks(tx, blocks);
    return left;
  }
}

function firstTimes(stretches: readonly SavedStretch[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const { sensorId, stretch } of stretches) {
    const us = stretch.doubles[stretch.start + 1]!;
    times.set(sensorId, Math.min(us, times.get(sensorId) ?? us));
  }
  return times;
}
