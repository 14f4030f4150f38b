import type { PostgresSession, PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import { daySumsOf } from "../blocks/day-sums.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import { byteaArray, int4Array, int8Array } from "./array-parameters.ts";
import type { SensorBlock } from "./pack-blocks.ts";

const columns = `first_us AS "firstUs", last_us AS "lastUs", readings, data`;

/** Returns the first blocks that end at this time or later, oldest first. */
export async function blocksEndingFrom(
  tx: PostgresSession,
  sensorId: number,
  us: number,
  max: number,
): Promise<StoredBlock[]> {
  const { rows } = await tx.query<StoredBlock>({
    name: "blocks ending from",
    text: `SELECT ${columns} FROM weir_store.blocks WHERE sensor_id = $1 AND last_us >= $2 ORDER BY last_us LIMIT $3`,
    values: [sensorId, us, max],
  });
  return rows;
}

interface DaysOfBlock {
  readonly lastUs: number;
  /** Empty if the block has none. */
  readonly daySums: Uint8Array;
}

/** Returns the sums by day of the first blocks that end at this time or later, oldest first. */
export async function daysEndingFrom(
  tx: PostgresSession,
  sensorId: number,
  us: number,
  max: number,
): Promise<DaysOfBlock[]> {
  const { rows } = await tx.query<DaysOfBlock>({
    name: "days of blocks ending from",
    text: `SELECT last_us AS "lastUs", day_sums AS "daySums" FROM weir_store.blocks
      WHERE sensor_id = $1 AND last_us >= $2 ORDER BY last_us LIMIT $3`,
    values: [sensorId, us, max],
  });
  return rows;
}

/** Returns the last blocks that start at this time or earlier, newest first. */
export async function blocksStartingUpTo(
  tx: PostgresSession,
  sensorId: number,
  us: number,
  max: number,
): Promise<StoredBlock[]> {
  // Blocks are found by their end: the newest block that starts by a time is the first that ends later, or the one
  // before it.
  const { rows } = await tx.query<StoredBlock>({
    name: "blocks starting up to",
    text: `SELECT ${columns} FROM weir_store.blocks
      WHERE sensor_id = $1 AND first_us <= $2 AND last_us <= coalesce(
        (SELECT last_us FROM weir_store.blocks WHERE sensor_id = $1 AND last_us >= $2 ORDER BY last_us LIMIT 1), $2)
      ORDER BY last_us DESC LIMIT $3`,
    values: [sensorId, us, max],
  });
  return rows;
}

export function insertBlocks(tx: PostgresTransaction, blocks: readonly SensorBlock[]): void {
  if (blocks.length === 0) return;
  tx.send({
    name: "insert blocks",
    text: `INSERT INTO weir_store.blocks (sensor_id, readings, first_us, last_us, data, day_sums)
      SELECT * FROM unnest($1::int4[], $2::int4[], $3::int8[], $4::int8[], $5::bytea[], $6::bytea[])`,
    values: [
      int4Array(blocks.map(({ sensorId }) => sensorId)),
      int4Array(blocks.map(({ readings }) => readings)),
      int8Array(blocks.map(({ firstUs }) => firstUs)),
      int8Array(blocks.map(({ lastUs }) => lastUs)),
      byteaArray(blocks.map(({ data }) => data)),
      byteaArray(blocks.map(({ data }) => daySumsOf(data))),
    ],
  });
}

export function deleteBlock(tx: PostgresTransaction, sensorId: number, lastUs: number): void {
  tx.send({
    text: "DELETE FROM weir_store.blocks WHERE sensor_id = $1 AND last_us = $2",
    values: [sensorId, lastUs],
  });
}
