import type { RawBuilder } from "kysely";
import type { Clock } from "../../../platform/clock.ts";
import { PostgresStoreReader } from "../../engine/postgres/postgres-store-reader.ts";
import type { StoreDatabase } from "../../engine/postgres/store-database.ts";
import { deviceQueries } from "../device-queries.ts";
import type {
  BatteryLevel,
  BatteryQuery,
  BucketQuery,
  RangeQuery,
  ReadingBuckets,
  ReadingQueries,
  ReadingSpan,
  StoredReading,
  WrittenConnection,
} from "../reading-queries.ts";
import { int4Array } from "./array-parameters.ts";
import { sumBuckets } from "./bucket-portions.ts";
import { findLatest } from "./latest-readings.ts";
import { type PageSize, ReadingListing } from "./reading-listing.ts";

const defaultPage: PageSize = { rows: 1000, blocks: 16 };

/** Reads the store beside its writers. Closing it leaves the database open, because others may use it too. */
export class PostgresReadingQueries implements ReadingQueries {
  readonly #database: StoreDatabase;
  readonly #clock: Clock;
  readonly #devices: ReturnType<typeof deviceQueries>;
  readonly #listing: ReadingListing;

  constructor(database: StoreDatabase, clock: Clock, page: PageSize = defaultPage) {
    this.#database = database;
    this.#clock = clock;
    const reader = new PostgresStoreReader(database);
    const rows = <Row>(statement: RawBuilder<Row>) => reader.rows(null, statement);
    this.#devices = deviceQueries({ dialect: reader.dialect, rows }, page.rows);
    this.#listing = new ReadingListing(database, page);
  }

  readings(query: RangeQuery): AsyncIterable<readonly StoredReading[]> {
    return this.#listing.list(query);
  }

  latestOf(sensorIds: readonly number[]): Promise<Map<number, StoredReading>> {
    return findLatest(this.#database, sensorIds, this.#clock.nowMs());
  }

  async spansOf(sensorIds: readonly number[]): Promise<Map<number, ReadingSpan>> {
    const { rows } = await this.#database.query<ReadingSpan & { readonly sensorId: number }>(spansSql, [
      int4Array(sensorIds),
    ]);
    return new Map(rows.map(({ sensorId, ...span }) => [sensorId, span]));
  }

  buckets(query: BucketQuery): Promise<ReadingBuckets> {
    return sumBuckets(this.#database, query);
  }

  connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>> {
    return this.#devices.connectionsOf(deviceIds);
  }

  devicesWithWrongClocks(): Promise<number[]> {
    return this.#devices.devicesWithWrongClocks();
  }

  clockOffsetMs(deviceId: number): Promise<number | null> {
    return this.#devices.clockOffsetMs(deviceId);
  }

  batteryHistory(query: BatteryQuery): AsyncIterable<readonly BatteryLevel[]> {
    return this.#devices.batteryHistory(query);
  }

  async latestBatteriesOf(deviceIds: readonly number[]): Promise<Map<number, BatteryLevel>> {
    const { rows } = await this.#database.query<BatteryLevel & { readonly deviceId: number }>(
      `SELECT asked.device_id AS "deviceId", received_us AS "receivedUs", volts
       FROM unnest($1::int4[]) AS asked (device_id) CROSS JOIN LATERAL (
         SELECT received_us, volts FROM weir_store.battery_levels WHERE device_id = asked.device_id
         ORDER BY received_us DESC, volts DESC LIMIT 1
       ) AS latest`,
      [int4Array(deviceIds)],
    );
    return new Map(rows.map(({ deviceId, ...level }) => [deviceId, level]));
  }

  async close(): Promise<void> {}
}

/** Blocks are ordered by their ends and do not overlap, so the first block also starts first. */
const spansSql = `
  SELECT sensor_id AS "sensorId", least(first_row, first_block) AS "firstUs", greatest(last_row, last_block) AS "lastUs"
  FROM (
    SELECT asked.sensor_id,
      (SELECT min(at_us) FROM weir_store.readings WHERE sensor_id = asked.sensor_id) AS first_row,
      (SELECT max(at_us) FROM weir_store.readings WHERE sensor_id = asked.sensor_id) AS last_row,
      (SELECT first_us FROM weir_store.blocks WHERE sensor_id = asked.sensor_id ORDER BY last_us LIMIT 1) AS first_block,
      (SELECT max(last_us) FROM weir_store.blocks WHERE sensor_id = asked.sensor_id) AS last_block
    FROM unnest($1::int4[]) AS asked (sensor_id)
  ) AS ends WHERE coalesce(first_row, first_block) IS NOT NULL`;
