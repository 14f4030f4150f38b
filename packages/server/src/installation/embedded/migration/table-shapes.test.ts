import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../../../platform/sqlite/open-database.ts";
import { embeddedLayout } from "../embedded-layout.ts";
import { migratedShapes } from "./table-shapes.ts";

/** Tables of the SQLite files that are copied in another way, or follow from others. */
const otherTables = {
  /** Readings, in rows and in blocks. */
  readings: ["readings", "blocks", "block_days", "staged_parts", "staged_readings"],
  /** Requests of devices. Their positions in the queue are moved. */
  requests: ["requests"],
  /** Counts over other tables. */
  derived: ["account_use", "activity_kept", "receipts_kept", "statistics_sizes"],
  /** How far the queue is settled. Waiting readings are processed before anything is copied, so nothing is parked. */
  queue: ["partitions", "parked_frames"],
} as const;

test("copies every table of an installation, or names it as one that is copied in another way", () => {
  const found = [embeddedLayout.control, embeddedLayout.store].flatMap(({ name, migrations }) => {
    using db = new Database(":memory:");
    migrate(db, name, migrations);
    const tables = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    return db.query<{ name: string }, []>(tables).all();
  });
  const named = [...migratedShapes().map(({ name }) => name), ...Object.values(otherTables).flat()];
  expect(named.toSorted()).toEqual(found.map(({ name }) => name).toSorted());
});

test("has a key for every copied table, by which it is read in pages", () => {
  expect(migratedShapes().filter(({ key }) => key.length === 0)).toEqual([]);
});
