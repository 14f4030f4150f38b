import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import type { RawBuilder } from "kysely";
import { giveWay, giveWayIfLong } from "../../../platform/give-way.ts";
import { openForReading } from "../../../platform/sqlite/open-for-reading.ts";
import { sqliteRows } from "../../engine/sqlite/run-work.ts";
import { sqliteStoreDialect } from "../../engine/sqlite/sqlite-store-dialect.ts";
import { storeFile, storeMigrations } from "../../engine/sqlite/store-schema.ts";
import { BucketSums } from "../blocks/bucket-sums.ts";
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
import { BucketPortions } from "./bucket-portions.ts";
import { LatestReadings } from "./latest-readings.ts";
import { ReadingListing } from "./reading-listing.ts";
import { stagedRows } from "./staged-rows.ts";
import { StoredBlocks } from "./stored-blocks.ts";

const defaultPageRows = 1000;
const defaultPageBlocks = 16;

/** Reads the store's file beside the processor. If there is no file yet, nothing was saved yet. */
export class SqliteReadingQueries implements ReadingQueries {
  readonly #parts: Parts | null;
  readonly #db: Database | null;
  readonly #pageRows: number;
  readonly #devices: ReturnType<typeof deviceQueries>;

  constructor(dataDir: string, pageRows = defaultPageRows, pageBlocks = defaultPageBlocks) {
    this.#pageRows = pageRows;
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
    const db = this.#db;
    this.#parts = db === null ? null : prepareParts(db, pageRows, pageBlocks);
    const rows = async <Row>(statement: RawBuilder<Row>) => (db === null ? [] : sqliteRows(db, statement));
    this.#devices = deviceQueries({ dialect: sqliteStoreDialect, rows }, pageRows);
  }

  readings(query: RangeQuery): AsyncIterable<readonly StoredReading[]> {
    return inPages(this.#parts?.listing.list(query) ?? [].values(), this.#pageRows);
  }

  async latestOf(sensorIds: readonly number[]): Promise<Map<number, StoredReading>> {
    await giveWayIfLong();
    return this.#parts?.latest.of(sensorIds) ?? new Map();
  }

  async spansOf(sensorIds: readonly number[]): Promise<Map<number, ReadingSpan>> {
    await giveWayIfLong();
    const rows = this.#parts?.spans.all(JSON.stringify(sensorIds)) ?? [];
    return new Map(rows.map(({ sensorId, ...span }) => [sensorId, span]));
  }

  async buckets(query: BucketQuery): Promise<ReadingBuckets> {
    const { edgesUs } = query;
    const sums = new BucketSums(edgesUs);
    const fromUs = Math.max(query.fromUs, edgesUs[0] ?? Number.POSITIVE_INFINITY);
    const toUs = Math.min(query.toUs, edgesUs.at(-1) ?? Number.NEGATIVE_INFINITY);
    if (this.#parts === null || fromUs >= toUs) return sums;
    const within = { ...query, fromUs, toUs };
    for (const _ of this.#parts.portions.addTo(sums, within)) await giveWay();
    return sums;
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
    await giveWayIfLong();
    const rows = this.#parts?.latestBatteries.all(JSON.stringify(deviceIds)) ?? [];
    return new Map(rows.map(({ deviceId, ...level }) => [deviceId, level]));
  }

  async close(): Promise<void> {
    this.#db?.close();
  }
}

interface Parts {
  readonly listing: ReadingListing;
  readonly portions: BucketPortions;
  readonly latest: LatestReadings;
  readonly spans: Statement<ReadingSpan & { readonly sensorId: number }, [string]>;
  readonly latestBatteries: Statement<BatteryLevel & { readonly deviceId: number }, [string]>;
}

function prepareParts(db: Database, pageRows: number, pageBlocks: number): Parts {
  const blocks = new StoredBlocks(db);
  return {
    listing: new ReadingListing(db, blocks, { rows: pageRows, blocks: pageBlocks }),
    portions: new BucketPortions(db, blocks),
    latest: new LatestReadings(db),
    spans: db.prepare(spansSql),
    latestBatteries: db.prepare(latestBatteriesSql),
  };
}

/** Blocks are ordered by their ends and do not overlap, so the first block also starts first. */
const spansSql = `
  SELECT sensorId, min(firstUs) AS firstUs, max(lastUs) AS lastUs
  FROM (
    SELECT value AS sensorId,
      (SELECT min(at_us) FROM readings WHERE sensor_id = asked.value) AS firstUs,
      (SELECT max(at_us) FROM readings WHERE sensor_id = asked.value) AS lastUs
    FROM json_each(?1) AS asked
    UNION ALL SELECT asked.value,
      (SELECT min(at_us) FROM ${stagedRows} WHERE sensor_id = asked.value),
      (SELECT max(at_us) FROM ${stagedRows} WHERE sensor_id = asked.value)
    FROM json_each(?1) AS asked
    UNION ALL SELECT asked.value,
      (SELECT first_us FROM blocks WHERE sensor_id = asked.value ORDER BY last_us LIMIT 1),
      (SELECT max(last_us) FROM blocks WHERE sensor_id = asked.value)
    FROM json_each(?1) AS asked
  ) GROUP BY sensorId HAVING min(firstUs) IS NOT NULL`;

const latestBatteriesSql = `
  SELECT device_id AS deviceId, received_us AS receivedUs, max(volts) AS volts
  FROM json_each(?) AS asked
  CROSS JOIN battery_levels ON device_id = asked.value
    AND received_us = (SELECT max(received_us) FROM battery_levels WHERE device_id = asked.value)
  GROUP BY device_id`;

/**
 * Yields pages of at most `itemsMax` items. Other work gets its turn between two pages, even if the caller takes them
 * at once.
 */
async function* inPages<Item>(items: Iterator<Item>, itemsMax: number): AsyncGenerator<Item[]> {
  for (;;) {
    const page: Item[] = [];
    while (page.length < itemsMax) {
      const next = items.next();
      if (next.done) break;
      page.push(next.value);
    }
    if (page.length > 0) yield page;
    if (page.length < itemsMax) return;
    await giveWay();
  }
}
