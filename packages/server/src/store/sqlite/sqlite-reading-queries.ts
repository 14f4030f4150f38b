import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { gatherPages } from "../../platform/gather-pages.ts";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
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
import { BatteryListing } from "./battery-listing.ts";
import { BucketPortions } from "./bucket-portions.ts";
import { BucketSums } from "./bucket-sums.ts";
import { inPages } from "./in-pages.ts";
import { LatestReadings } from "./latest-readings.ts";
import { ReadingListing } from "./reading-listing.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";
import { StoredBlocks } from "./stored-blocks.ts";

const defaultPageRows = 1000;
const defaultPageBlocks = 16;

/** Reads the store's file beside the processor. Where there is no file yet, nothing was saved yet. */
export class SqliteReadingQueries implements ReadingQueries {
  readonly #parts: Parts | null;
  readonly #db: Database | null;
  readonly #pageRows: number;

  constructor(dataDir: string, pageRows = defaultPageRows, pageBlocks = defaultPageBlocks) {
    this.#pageRows = pageRows;
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
    this.#parts = this.#db === null ? null : prepareParts(this.#db, pageRows, pageBlocks);
  }

  readings(query: RangeQuery): AsyncIterable<readonly StoredReading[]> {
    return inPages(this.#parts?.listing.list(query) ?? [].values(), this.#pageRows);
  }

  async latest(sensorId: number): Promise<StoredReading | null> {
    return (await this.latestOf([sensorId])).get(sensorId) ?? null;
  }

  async latestOf(sensorIds: readonly number[]): Promise<Map<number, StoredReading>> {
    return this.#parts?.latest.of(sensorIds) ?? new Map();
  }

  async span(sensorId: number): Promise<ReadingSpan | null> {
    return this.#parts?.span.get(sensorId) ?? null;
  }

  async buckets(query: BucketQuery): Promise<ReadingBuckets> {
    const { edgesUs } = query;
    const sums = new BucketSums(edgesUs);
    const fromUs = Math.max(query.fromUs, edgesUs[0] ?? Number.POSITIVE_INFINITY);
    const toUs = Math.min(query.toUs, edgesUs.at(-1) ?? Number.NEGATIVE_INFINITY);
    if (this.#parts === null || fromUs >= toUs) return sums;
    const within = { ...query, fromUs, toUs };
    for (const _ of this.#parts.portions.addTo(sums, within)) await setImmediate();
    return sums;
  }

  async connectionsOf(deviceIds: readonly number[]): Promise<Map<number, WrittenConnection>> {
    const rows = this.#parts?.connections.values(JSON.stringify(deviceIds)) ?? [];
    return new Map(rows.map(([id, lastConnectedMs, rhythm]) => [id, { lastConnectedMs, rhythm }]));
  }

  async clockOffsetMs(deviceId: number): Promise<number | null> {
    return this.#parts?.clockOffset.get(deviceId)?.clockOffsetMs ?? null;
  }

  batteryHistory(query: BatteryQuery): AsyncIterable<readonly BatteryLevel[]> {
    return inPages(this.#parts?.battery.list(query) ?? [].values(), this.#pageRows);
  }

  async latestBattery(deviceId: number): Promise<BatteryLevel | null> {
    const [latest] = await gatherPages(this.batteryHistory({ deviceId, order: "desc", limit: 1 }));
    return latest ?? null;
  }

  async close(): Promise<void> {
    this.#db?.close();
  }
}

interface Parts {
  readonly listing: ReadingListing;
  readonly portions: BucketPortions;
  readonly latest: LatestReadings;
  readonly span: Statement<ReadingSpan, [number]>;
  readonly connections: { values(deviceIds: string): ConnectionRow[] };
  readonly clockOffset: Statement<{ readonly clockOffsetMs: number | null }, [number]>;
  readonly battery: BatteryListing;
}

type ConnectionRow = [deviceId: number, lastConnectedMs: number, rhythm: string | null];

function prepareParts(db: Database, pageRows: number, pageBlocks: number): Parts {
  const blocks = new StoredBlocks(db);
  return {
    listing: new ReadingListing(db, blocks, { rows: pageRows, blocks: pageBlocks }),
    portions: new BucketPortions(db, blocks),
    latest: new LatestReadings(db),
    span: db.prepare(spanSql),
    connections: db.prepare(
      `SELECT device_id, last_connected_ms, rhythm FROM connections
       WHERE device_id IN (SELECT value FROM json_each(?))`,
    ) as unknown as Parts["connections"],
    clockOffset: db.prepare("SELECT clock_offset_ms AS clockOffsetMs FROM connections WHERE device_id = ?"),
    battery: new BatteryListing(db, pageRows),
  };
}

/** Blocks lie in order of their ends, and do not overlap: the first of them starts first. */
const spanSql = `
  SELECT min(first_us) AS firstUs, max(last_us) AS lastUs FROM (
    SELECT * FROM (SELECT at_us AS first_us, at_us AS last_us FROM readings WHERE sensor_id = ?1 ORDER BY at_us LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT at_us, at_us FROM readings WHERE sensor_id = ?1 ORDER BY at_us DESC LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT first_us, last_us FROM blocks WHERE sensor_id = ?1 ORDER BY last_us LIMIT 1)
    UNION ALL
    SELECT * FROM (SELECT first_us, last_us FROM blocks WHERE sensor_id = ?1 ORDER BY last_us DESC LIMIT 1)
  ) HAVING count(*) > 0`;
