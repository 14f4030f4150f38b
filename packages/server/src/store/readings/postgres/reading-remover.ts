import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { ReadingRange } from "../../housekeeping.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { countBefore } from "../blocks/block-readings.ts";
import { startOf } from "../blocks/reading-order.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { packDenseBlocks } from "./pack-blocks.ts";
import { blocksEndingFrom, blocksStartingUpTo, deleteBlock, insertBlocks } from "./stored-blocks.ts";

/**
 * Deletes at most `max` readings of a sensor from rows and blocks. Resolves to how many; fewer than `max` only if none
 * are left.
 */
export async function removeReadings(
  tx: PostgresTransaction,
  sensorId: number,
  max: number,
): Promise<number> {
  let removed = await deleteRows(tx, "sensor_id = $2", [max, sensorId]);
  while (removed < max) {
    const [block] = await blocksStartingUpTo(tx, sensorId, Number.MAX_SAFE_INTEGER, 1);
    if (block === undefined) break;
    const from = Math.max(0, block.readings - (max - removed));
    removed += await cut(tx, sensorId, { block, from, to: block.readings });
  }
  return removed;
}

/** Deletes readings of a sensor within a range of time, like `removeReadings`. */
export async function removeRange(tx: PostgresTransaction, range: ReadingRange): Promise<number> {
  const { sensorId, fromUs, toUs, max } = range;
  const where = "sensor_id = $2 AND at_us >= $3 AND at_us < $4";
  let removed = await deleteRows(tx, where, [max, sensorId, fromUs, toUs]);
  for (let nextUs = fromUs; removed < max; ) {
    const [block] = await blocksEndingFrom(tx, sensorId, nextUs, 1);
    if (block === undefined || block.firstUs >= toUs) break;
    const series = decodeBlock(block.data);
    const from = countBefore(series, startOf(fromUs));
    const to = Math.min(countBefore(series, startOf(toUs)), from + max - removed);
    if (from < to) removed += await cut(tx, sensorId, { block, from, to });
    nextUs = block.lastUs + 1;
  }
  return removed;
}

async function deleteRows(
  tx: PostgresTransaction,
  where: string,
  values: readonly number[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `DELETE FROM weir_store.readings WHERE (sensor_id, at_us, value) IN
     (SELECT sensor_id, at_us, value FROM weir_store.readings WHERE ${where} LIMIT $1)`,
    values,
  );
  return rowCount ?? 0;
}

/**
 * Removes the readings from index `from` (inclusive) to `to` (exclusive) from a block. The readings before and after
 * them become blocks of their own.
 */
async function cut(
  tx: PostgresTransaction,
  sensorId: number,
  { block, from, to }: { readonly block: StoredBlock; readonly from: number; readonly to: number },
): Promise<number> {
  const series = decodeBlock(block.data);
  deleteBlock(tx, sensorId, block.lastUs);
  insertBlocks(tx, packDenseBlocks(sensorId, series, 0, from));
  insertBlocks(tx, packDenseBlocks(sensorId, series, to, series.count));
  return to - from;
}
