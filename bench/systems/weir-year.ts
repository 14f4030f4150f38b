import { Database } from "bun:sqlite";
import { join } from "node:path";
import { FrameWriter } from "../../packages/server/src/queue/frame-writer.ts";
import { LogWriter } from "../../packages/server/src/queue/sqlite-log/log-writer.ts";
import { at } from "../../packages/server/src/queue/test-positions.ts";
import { SqliteReadingStore } from "../../packages/server/src/store/sqlite/sqlite-reading-store.ts";
import { storeFile } from "../../packages/server/src/store/sqlite/store-schema.ts";
import { storedRowSql } from "../../tests/harness/stored-row-sql.ts";
import { bulksOfYear, readingOfYear, type Year, type YearReading, yearReadings } from "../load/year.ts";

/** The first device and its first sensor have these ids in a data folder that the benchmark has made. */
const deviceId = 1;
const sensorId = 1;
/** A batch with fewer readings of a sensor is stored as rows. */
const rowsPerBatch = 15;
/** The server's defaults: a repeat is recognised for a day. */
const retention = { windowMs: 86_400_000, readingsMax: 1_000_000 };
/** Only these readings pass through the queue; of earlier ones nothing would be left in it. */
const queuedReadings = 2 * 1440;
/** Rows of a sensor that may wait for more of them, and free pages that may stay for later use. */
const waitingRowsMax = 1023;
const freeShareMax = 1 / 15;

/**
 * Leaves a data folder as a year of requests with one reading each would have left it, without merging: every reading a row,
 * the last ones in the queue as well. The year itself cannot be waited for, and readings sent all at once would have been on
 * their way for up to a year, which no merged block would look like.
 */
export function storeRows(dataDir: string, year: Year): void {
  const store = new SqliteReadingStore(dataDir);
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

/** The same readings, as bulk requests of a thousand store them. */
export function storeBulk(dataDir: string, year: Year): void {
  const store = new SqliteReadingStore(dataDir);
  for (const bulk of bulksOfYear(year)) {
    const arrivalUs = arrivalUsOf(bulk.at(-1)!);
    saveBatch(store, bulk, () => arrivalUs);
  }
  store.sync();
  store.close();
}

function saveBatch(
  store: SqliteReadingStore,
  readings: readonly YearReading[],
  receivedUsOf: (reading: YearReading) => number,
): void {
  const { position } = store.progress();
  store.begin();
  for (const reading of readings) {
    const { second, value } = reading;
    store.save(sensorId, second * 1e6, value, receivedUsOf(reading), second, 0, "");
  }
  store.commit(position, position, { saved: readings.length, alreadyStored: 0, ended: 0, dead: 0 });
}

/** When a reading arrives that is sent at once; the server counts in milliseconds. */
function arrivalUsOf({ second, lagMs }: YearReading): number {
  return second * 1e6 + lagMs * 1000;
}

/** Appends the last readings, one entry each, settled before the next one comes; returns where the queue ends. */
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

/** Whether the walk over all rows is over: what may become a block has become one, and its room is given back. */
export function isMerged(dataDir: string): boolean {
  const db = new Database(join(dataDir, storeFile), { readonly: true });
  try {
    const one = (sql: string): number => Object.values(db.query(sql).get() as Record<string, number>)[0]!;
    const isSmall = one("PRAGMA freelist_count") <= one("PRAGMA page_count") * freeShareMax;
    return one(`SELECT count(*) FROM ${storedRowSql}`) <= waitingRowsMax && isSmall;
  } finally {
    db.close();
  }
}
