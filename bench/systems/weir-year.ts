import { Database } from "bun:sqlite";
import { join } from "node:path";
import { FrameWriter } from "../../packages/server/src/queue/frame-writer.ts";
import { LogWriter } from "../../packages/server/src/queue/sqlite-log/log-writer.ts";
import { at } from "../../packages/server/src/queue/test-positions.ts";
import { storeFile } from "../../packages/server/src/store/engine/sqlite/store-schema.ts";
import { smallReadingsMax } from "../../packages/server/src/store/readings/blocks/block-sizes.ts";
import { TestReadingStore } from "../../packages/server/src/store/readings/sqlite/test-reading-store.ts";
import { storedRowSql } from "../../tests/harness/stored-row-sql.ts";
import { bulksOfYear, readingOfYear, type Year, type YearReading, yearReadings } from "../load/year.ts";

/** Ids of the first device and its first sensor in a data folder created by the benchmark. */
const deviceId = 1;
const sensorId = 1;
/** A batch with fewer readings of a sensor is stored as rows. */
const rowsPerBatch = 15;
/** The server's defaults: a repeat is recognised for a day. */
const retention = { windowMs: 86_400_000, readingsMax: 1_000_000 };
/** Only these readings pass through the queue. It would have kept none of the earlier ones. */
const queuedReadings = 2 * 1440;
/** Rows of a sensor that may wait for more rows, and free pages that may stay for later use. */
const waitingRowsMax = 1023;
const freeShareMax = 1 / 15;
/** Blocks of a bulk request each that may wait for more. */
const waitingBlocksMax = 7;

/**
 * Leaves a data folder as a year of requests with one reading each would have left it, before merging: every
 * reading is a row, and the last ones are also in the queue. Nobody can wait for the year itself. If the
 * readings were sent all at once, they would seem to have taken up to a year to arrive, and no real block
 * looks like that.
 */
export function storeRows(dataDir: string, year: Year): void {
  const store = new TestReadingStore(dataDir);
  for (let start = 0; start < yearReadings; start += rowsPerBatch) {
    const count = Math.min(rowsPerBatch, yearReadings - start);
    const readings = Array.from({ length: count }, (_, index) => readingOfYear(year, start + index));
    saveBatch(store, readings, arrivalUsOf);
  }
  const position = queueLast(dataDir, year);
  store.begin();
  store.commit(at(0), at(position), { saved: 0, alreadyStored: 0, ended: 0, dead: 0 });
  store.sync();
  store.close();
}

/** Stores the same readings as bulk requests of a thousand would. */
export function storeBulk(dataDir: string, year: Year): void {
  const store = new TestReadingStore(dataDir);
  for (const bulk of bulksOfYear(year)) {
    const arrivalUs = arrivalUsOf(bulk.at(-1)!);
    saveBatch(store, bulk, () => arrivalUs);
  }
  store.sync();
  store.close();
}

/** Stores a year for each of the first sensors of a data folder, as bulk requests of a thousand would. */
export function storeYears(dataDir: string, year: Year, sensorCount: number): void {
  const store = new TestReadingStore(dataDir);
  for (const bulk of bulksOfYear(year)) {
    const arrivalUs = arrivalUsOf(bulk.at(-1)!);
    for (let sensor = 1; sensor <= sensorCount; sensor++) saveBatch(store, bulk, () => arrivalUs, sensor);
  }
  store.sync();
  store.close();
}

function saveBatch(
  store: TestReadingStore,
  readings: readonly YearReading[],
  receivedUsOf: (reading: YearReading) => number,
  sensor = sensorId,
): void {
  const { position } = store.progress();
  store.begin();
  for (const reading of readings) {
    const { second, value } = reading;
    store.save(sensor, second * 1e6, value, receivedUsOf(reading), second, 0, "");
  }
  store.commit(position, position, { saved: readings.length, alreadyStored: 0, ended: 0, dead: 0 });
}

/** The arrival time of a reading that is sent at once. The server counts in milliseconds. */
function arrivalUsOf({ second, lagMs }: YearReading): number {
  return second * 1e6 + lagMs * 1000;
}

/**
 * Appends the last readings, one entry each, and settles each before the next one. Returns where the queue
 * ends.
 */
function queueLast(dataDir: string, year: Year): number {
  const log = new LogWriter(dataDir, retention);
  const frame = new FrameWriter();
  let position = 0;
  for (let nth = yearReadings - queuedReadings; nth < yearReadings; nth++) {
    const reading = readingOfYear(year, nth);
    const { second, value } = reading;
    const arrivalUs = arrivalUsOf(reading);
    frame.begin({ deviceId, arrivalUs, batteryVolts: null, request: { boot: 1, number: nth } });
    frame.add(sensorId, value, second * 1e6, second, 0, "");
    position = log.append(frame.finish(), 1, arrivalUs / 1000, []);
    log.settled(position);
  }
  log.close();
  return position;
}

/** Whether merging is finished: all rows and small blocks that may become a block have become one, and their space is free. */
export function isMerged(dataDir: string): boolean {
  const db = new Database(join(dataDir, storeFile), { readonly: true });
  try {
    const one = (sql: string): number => Object.values(db.query(sql).get() as Record<string, number>)[0]!;
    const isSmall = one("PRAGMA freelist_count") <= one("PRAGMA page_count") * freeShareMax;
    const smallBlocks = one(`SELECT count(*) FROM blocks WHERE readings <= ${smallReadingsMax}`);
    return (
      one(`SELECT count(*) FROM ${storedRowSql}`) <= waitingRowsMax &&
      smallBlocks <= waitingBlocksMax &&
      isSmall
    );
  } finally {
    db.close();
  }
}
