import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import type { FreeStretch, WantedReadings } from "../../../queue/wanted-readings.ts";
import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { decodeBlock } from "../blocks/block-codec.ts";
import { latestReadingsOf } from "../blocks/block-readings.ts";
import { freeAround } from "../blocks/free-around.ts";
import { microsOf } from "../blocks/micros-of.ts";
import { countUpTo, type ReadingSeries } from "../blocks/reading-series.ts";
import type { StoredIdentities } from "../stored-identities.ts";
import { float8Array, int4Array, int8Array, nullableInt8Array } from "./array-parameters.ts";
import { blocksEndingFrom, blocksStartingUpTo } from "./stored-blocks.ts";

/** Maximum number of blocks in memory at once. */
const blocksPerStatement = 128;

/** Searches rows and blocks. */
export class PostgresStoredIdentities implements StoredIdentities {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async receivedMs(wanted: WantedReadings): Promise<readonly number[]> {
    const received = new Array<number>(wanted.values.length).fill(0);
    if (received.length === 0) return received;
    // In one transaction, because rows may become blocks at any moment.
    await this.#database.read(async (tx) => {
      await findInRows(tx, wanted, received);
      const missing = [...received.keys()].filter((nth) => received[nth] === 0);
      if (missing.length > 0) await findInBlocks(tx, wanted, { missing, received });
    });
    return received.map((us) => Math.floor(us / 1000));
  }

  newestUs(sensorId: number): Promise<number> {
    return this.#database.read(async (tx) => {
      const { rows } = await tx.query<{ atUs: number; deviceUs: string | null }>(
        `SELECT at_us AS "atUs", device_us::text AS "deviceUs" FROM weir_store.readings WHERE sensor_id = $1
         ORDER BY at_us DESC LIMIT 1`,
        [sensorId],
      );
      const [block] = await blocksStartingUpTo(tx, sensorId, Number.MAX_SAFE_INTEGER, 1);
      const inBlock = block === undefined ? [] : latestReadingsOf(block);
      const times = [...rows, ...inBlock].flatMap(({ atUs, deviceUs }) => [atUs, Number(deviceUs ?? -1)]);
      return Math.max(-1, ...times);
    });
  }

  freeAround(sensorId: number, us: number): Promise<FreeStretch | null> {
    return this.#database.read(async (tx) => {
      const { rows } = await tx.query<{ upToUs: number | null; fromUs: number | null }>({
        name: "rows next to a time",
        text: `SELECT
            (SELECT at_us FROM weir_store.readings WHERE sensor_id = $1 AND at_us <= $2 ORDER BY at_us DESC LIMIT 1) AS "upToUs",
            (SELECT at_us FROM weir_store.readings WHERE sensor_id = $1 AND at_us >= $2 ORDER BY at_us LIMIT 1) AS "fromUs"`,
        values: [sensorId, us],
      });
      return freeAround(us, {
        rowUpToUs: rows[0]!.upToUs ?? Number.NEGATIVE_INFINITY,
        rowFromUs: rows[0]!.fromUs ?? Number.POSITIVE_INFINITY,
        blocks: [
          ...(await blocksStartingUpTo(tx, sensorId, us, 1)),
          ...(await blocksEndingFrom(tx, sensorId, us, 1)),
        ],
      });
    });
  }
}

async function findInRows(tx: PostgresSession, wanted: WantedReadings, receivedUs: number[]): Promise<void> {
  const { sensorIds, values, seconds, micros, atUs, spreadUs } = wanted;
  const { rows } = await tx.query<[nth: number, receivedUs: number]>({
    name: "identities in rows",
    rowMode: "array",
    text: `SELECT nth, found.received_us
      FROM unnest($1::int4[], $2::int8[], $3::float8[], $4::int8[]) WITH ORDINALITY AS asked (sensor_id, at_us, value, device_us, nth)
      CROSS JOIN LATERAL (
        SELECT received_us FROM weir_store.readings
        WHERE sensor_id = asked.sensor_id AND at_us >= asked.at_us - $5::int8 AND at_us <= asked.at_us + $5::int8
          AND value = asked.value AND device_us = asked.device_us LIMIT 1
      ) AS found`,
    values: [
      int4Array(sensorIds),
      int8Array(atUs),
      float8Array(values),
      nullableInt8Array(values.length, (nth) => microsOf(seconds[nth]!, micros[nth]!)),
      spreadUs,
    ],
  });
  for (const [nth, us] of rows) receivedUs[nth - 1] = us;
}

interface Missing {
  /** Indexes of the readings that are in no row. */
  readonly missing: readonly number[];
  readonly received: number[];
}

async function findInBlocks(
  tx: PostgresSession,
  wanted: WantedReadings,
  { missing, received }: Missing,
): Promise<void> {
  const bySensor = Map.groupBy(missing, (nth) => wanted.sensorIds[nth]!);
  const blocks = await blocksAround(tx, wanted, missing);
  for (let start = 0; start < blocks.length; start += blocksPerStatement) {
    const some = blocks.slice(start, start + blocksPerStatement);
    const { rows } = await tx.query<{ sensorId: number; data: Uint8Array }>(
      `SELECT sensor_id AS "sensorId", data FROM weir_store.blocks
       JOIN unnest($1::int4[], $2::int8[]) AS asked (sensor_id, last_us) USING (sensor_id, last_us)`,
      [int4Array(some.map(([sensorId]) => sensorId)), int8Array(some.map(([, lastUs]) => lastUs))],
    );
    for (const { sensorId, data } of rows) {
      const series = decodeBlock(data);
      for (const nth of bySensor.get(sensorId)!) received[nth] ||= receivedUs(series, wanted, nth);
    }
  }
}

/** Returns the keys of all blocks that have a time within the spread of one of the readings. */
async function blocksAround(
  tx: PostgresSession,
  { sensorIds, atUs, spreadUs }: WantedReadings,
  numbers: readonly number[],
): Promise<[sensorId: number, lastUs: number][]> {
  const { rows } = await tx.query<[sensorId: number, lastUs: number]>({
    name: "blocks around readings",
    rowMode: "array",
    // Blocks do not overlap: besides those that end within the spread, only the next one can reach into it.
    text: `SELECT DISTINCT asked.sensor_id, around.last_us
      FROM unnest($1::int4[], $2::int8[]) AS asked (sensor_id, at_us) CROSS JOIN LATERAL (
        SELECT last_us FROM weir_store.blocks
        WHERE sensor_id = asked.sensor_id AND last_us >= asked.at_us - $3::int8 AND last_us <= asked.at_us + $3::int8
        UNION ALL SELECT last_us FROM (
          SELECT first_us, last_us FROM weir_store.blocks
          WHERE sensor_id = asked.sensor_id AND last_us > asked.at_us + $3::int8 ORDER BY last_us LIMIT 1
        ) AS next WHERE first_us <= asked.at_us + $3::int8
      ) AS around ORDER BY 1, 2`,
    values: [
      int4Array(numbers.map((nth) => sensorIds[nth]!)),
      int8Array(numbers.map((nth) => atUs[nth]!)),
      spreadUs,
    ],
  });
  return rows;
}

/** Returns 0 if the block does not have the reading. */
function receivedUs(series: ReadingSeries, wanted: WantedReadings, nth: number): number {
  const fromUs = wanted.atUs[nth]! - wanted.spreadUs;
  const toUs = wanted.atUs[nth]! + wanted.spreadUs;
  const deviceUs = wanted.seconds[nth]! * 1e6 + wanted.micros[nth]!;
  const { deviceOffsetsUs } = series;
  if (deviceOffsetsUs === null) return 0;
  let at = countUpTo(series, fromUs, Number.NEGATIVE_INFINITY);
  for (; at < series.count && series.atUs[at]! <= toUs; at++) {
    const isSent = series.atUs[at]! + deviceOffsetsUs[at]! === deviceUs;
    if (isSent && series.values[at] === wanted.values[nth]) return series.receivedUs[at]!;
  }
  return 0;
}
