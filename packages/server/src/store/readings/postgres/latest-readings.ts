import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { latestReadingsOf } from "../blocks/block-readings.ts";
import { keepLater } from "../blocks/keep-later.ts";
import type { StoredBlock } from "../blocks/stored-block.ts";
import type { StoredReading } from "../reading-queries.ts";
import { type ReadingRow, toReading } from "../reading-row.ts";
import { int4Array } from "./array-parameters.ts";
import { readingColumns } from "./stored-readings.ts";

/** Sensors looked up by one statement, and so the maximum number of blocks in memory at once. */
const sensorsPerStatement = 500;
/** Most sensors have readings of the last days. The tables of all months are opened only for the others. */
const recentUs = 8 * 86_400 * 1e6;

type OfSensor<Row> = Row & { readonly sensorId: number };

/** Finds the readings of many sensors with the latest time. */
export async function findLatest(
  database: StoreDatabase,
  sensorIds: readonly number[],
  nowMs: number,
): Promise<Map<number, StoredReading>> {
  const latest = new Map<number, StoredReading>();
  for (let start = 0; start < sensorIds.length; start += sensorsPerStatement) {
    const some = sensorIds.slice(start, start + sensorsPerStatement);
    // Both statements must see the same rows, or a block could be skipped because of a row that was not found.
    await database.read(async (tx) => {
      await find(tx, latest, { sensorIds: some, fromUs: nowMs * 1000 - recentUs });
      const others = some.filter((sensorId) => !latest.has(sensorId));
      if (others.length > 0) await find(tx, latest, { sensorIds: others, fromUs: Number.MIN_SAFE_INTEGER });
    });
  }
  return latest;
}

async function find(
  tx: PostgresSession,
  latest: Map<number, StoredReading>,
  { sensorIds, fromUs }: { readonly sensorIds: readonly number[]; readonly fromUs: number },
): Promise<void> {
  const values = [int4Array(sensorIds), fromUs];
  const { rows } = await tx.query<OfSensor<ReadingRow>>({ name: "latest rows", text: rowsSql, values });
  for (const row of rows) keepLater(latest, row.sensorId, toReading(row));
  const found = await tx.query<OfSensor<StoredBlock>>({ name: "latest blocks", text: blocksSql, values });
  for (const block of found.rows)
    for (const reading of latestReadingsOf(block)) keepLater(latest, block.sensorId, reading);
}

const newestRows = `
  newest AS MATERIALIZED (
    SELECT asked.sensor_id, (
      SELECT max(at_us) FROM weir_store.readings WHERE sensor_id = asked.sensor_id AND at_us >= $2
    ) AS newest_us
    FROM unnest($1::int4[]) AS asked (sensor_id)
  )`;

const rowsSql = `
  WITH ${newestRows}
  SELECT newest.sensor_id AS "sensorId", latest.* FROM newest CROSS JOIN LATERAL (
    SELECT ${readingColumns} FROM weir_store.readings
    WHERE sensor_id = newest.sensor_id AND at_us = newest.newest_us
  ) AS latest`;

/** A block that ends before the newest row need not be read. */
const blocksSql = `
  WITH ${newestRows}
  SELECT newest.sensor_id AS "sensorId", latest.* FROM newest CROSS JOIN LATERAL (
    SELECT first_us AS "firstUs", last_us AS "lastUs", readings, data FROM weir_store.blocks
    WHERE sensor_id = newest.sensor_id AND last_us >= $2 ORDER BY last_us DESC LIMIT 1
  ) AS latest
  WHERE "lastUs" >= coalesce(newest_us, "lastUs")`;
