import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { MergeableRows, MergeStep } from "../../housekeeping.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { blockReadingsMin } from "../blocks/block-sizes.ts";
import { hasRoom, isQuiet, reachOf } from "../blocks/merge-rules.ts";
import { mergeSeries, type ReadingSeries } from "../blocks/reading-series.ts";
import { type RowPage, readRowPage } from "../blocks/row-page.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { monthOf } from "./months.ts";
import { packDenseBlocks } from "./pack-blocks.ts";
import { blocksEndingFrom, blocksStartingUpTo, deleteBlock, insertBlocks } from "./stored-blocks.ts";

/** Maximum number of rows that one step looks at. */
const rowsPerStep = 1024;

/** Matches rows that a block can hold: no metadata, and times that a double holds exactly. */
const mergeableRow = `(metadata IS NULL AND at_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND received_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}
  AND (device_us IS NULL OR device_us BETWEEN 0 AND ${Number.MAX_SAFE_INTEGER}))`;

/**
 * Merges the oldest rows of a sensor into blocks, within the transaction of the caller, by the rules of the embedded
 * store: rows within the time of a block join it, others join the block before them until it is full, and rows after
 * the last block wait until there are a thousand, or until the sensor has been quiet for long. A step stays within a
 * month, as every block does. Resolves to null if there is nothing to merge now.
 */
export async function mergeRows(
  tx: PostgresTransaction,
  { sensorId, fromUs, quietSinceUs }: MergeableRows,
): Promise<MergeStep | null> {
  const rows = await readPage(tx, sensorId, fromUs);
  const first = rows[0];
  if (first === undefined) return null;
  const [firstUs] = first;
  const [block = null] = await blocksEndingFrom(tx, sensorId, firstUs, 1);
  const isCovered = block !== null && block.firstUs <= firstUs;
  const monthEndUs = monthOf(firstUs).endUs - 1;
  const { series, lastUs } = readRowPage(rows, Math.min(reachOf(block, isCovered), monthEndUs));
  const isWaiting = block === null && rows.length < rowsPerStep && !isQuiet(series, quietSinceUs);
  if (isWaiting) return null;
  const merged = await write(tx, sensorId, { series, next: block, isCovered });
  return { merged, nextUs: Math.max(lastUs, fromUs + 1) };
}

async function readPage(tx: PostgresTransaction, sensorId: number, fromUs: number): Promise<RowPage> {
  const { rows } = await tx.query<RowPage[number]>({
    name: "mergeable rows",
    rowMode: "array",
    // A device's time may exceed what the driver can read; such a row is not mergeable.
    text: `SELECT at_us, value, received_us, CASE WHEN ${mergeableRow} THEN device_us END, ${mergeableRow}::int4
      FROM weir_store.readings WHERE sensor_id = $1 AND at_us >= $2 ORDER BY at_us, value LIMIT ${rowsPerStep}`,
    values: [sensorId, fromUs],
  });
  return rows;
}

interface Merge {
  readonly series: ReadingSeries;
  /** The first block that ends after the rows begin. */
  readonly next: StoredBlock | null;
  readonly isCovered: boolean;
}

/** Resolves to how many of the rows are in a block now: all of them, or none. */
async function write(
  tx: PostgresTransaction,
  sensorId: number,
  { series, next, isCovered }: Merge,
): Promise<number> {
  if (series.count === 0) return 0;
  const firstUs = series.atUs[0]!;
  const isInMonth = (block: StoredBlock) => monthOf(block.lastUs).name === monthOf(firstUs).name;
  const [before = null] = await blocksStartingUpTo(tx, sensorId, firstUs, 1);
  const neighbour = [before, next].find((block) => block !== null && isInMonth(block)) ?? null;
  if (neighbour === null && series.count < blockReadingsMin) return 0;
  const isJoining = isCovered || (neighbour !== null && hasRoom(neighbour, series));
  if (isJoining) deleteBlock(tx, sensorId, neighbour!.lastUs);
  const whole = isJoining ? mergeSeries(decodeBlock(neighbour!.data), series) : series;
  insertBlocks(tx, packDenseBlocks(sensorId, whole, 0, whole.count));
  const last = series.count - 1;
  tx.send({
    name: "delete merged rows",
    text: `DELETE FROM weir_store.readings WHERE sensor_id = $1 AND at_us >= $2 AND at_us <= $3
      AND (at_us, value) <= ($3, $4) AND ${mergeableRow}`,
    values: [sensorId, firstUs, series.atUs[last]!, series.values[last]!],
  });
  return series.count;
}
