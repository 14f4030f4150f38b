import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { isExactTime } from "../blocks/gathered-readings.ts";
import { hasSaveBefore } from "../blocks/has-save-before.ts";
import type { SavedReadings, SavedStretch } from "../saved-readings.ts";
import { type Desk, Desks } from "./desks.ts";
import { NewestTimes } from "./newest-times.ts";
import { packBlocks, type SensorBlock } from "./pack-blocks.ts";
import { insertBlocks } from "./stored-blocks.ts";

/**
 * Writes what batches save as rows or as blocks, so that there is one of each (sensor, time, value) in both together, and tells
 * which of them were there already. To be called with the partition's row locked: the rules are those of a single writer.
 *
 * What is newer than everything stored of its sensor cannot be there already, so it costs no look. A block is written where nothing
 * of the sensor is stored between its first and its last time, so nothing in it can be there either. Everything else is
 * late: it is looked for in the blocks, and then inserted unless there is such a row. Each of these steps is a statement for all
 * readings of a chunk together, because each is a round trip.
 */
export class ReadingWriter {
  readonly #desks = new Desks();
  readonly #newest = new Map<number, NewestTimes>();

  /** Resolves to which of them were there already, by their places among the batch's saves. */
  save(tx: PostgresSession, saves: SavedReadings, partition: number): Promise<readonly number[]> {
    return this.#desks.use((desk) => this.#save(tx, saves, { desk, partition }));
  }

  /** Forgets what is known of the partition's sensors: others may have written, or what was written may be undone. */
  dropMemory(partition: number): void {
    this.#newest.delete(partition);
  }

  async #save(
    tx: PostgresSession,
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
   * Writes stretches as blocks, straight from where they lie, and returns those for which that will not do. Stretches are written
   * before everything else: where something of the sensor came before, or a stretch of it is left, it has to wait for its turn.
   */
  async #writeStretches(
    tx: PostgresSession,
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
    await insertBlocks(tx, blocks);
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
