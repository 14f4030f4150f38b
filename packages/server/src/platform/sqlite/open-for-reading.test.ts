import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Migration, migrate, NewerDatabaseError, openDatabase } from "./open-database.ts";
import { OlderDatabaseError, openForReading } from "./open-for-reading.ts";

const first: Migration = { version: 1, name: "numbers", sql: "CREATE TABLE numbers (n INTEGER) STRICT" };
const second: Migration = { version: 2, name: "more", sql: "CREATE TABLE more (n INTEGER) STRICT" };

function withFile(migrations: readonly Migration[], check: (path: string) => void): void {
  const folder = mkdtempSync(join(tmpdir(), "weir-reading-"));
  const path = join(folder, "numbers.db");
  const db = openDatabase(path, { synchronous: "full" });
  migrate(db, "numbers.db", migrations);
  db.close();
  check(path);
  rmSync(folder, { recursive: true });
}

test("returns null for a missing file, and does not create it", () => {
  const path = join(tmpdir(), "weir-no-such-folder", "numbers.db");
  expect(openForReading(path, [first])).toBeNull();
});

test("opens a file of the known schema version, and cannot write to it", () => {
  withFile([first], (path) => {
    const db = openForReading(path, [first])!;
    expect(db.query("SELECT count(*) AS rows FROM numbers").get()).toEqual({ rows: 0 });
    expect(() => db.run("INSERT INTO numbers VALUES (1)")).toThrow("readonly");
    db.close();
  });
});

test("refuses a file of a newer Weir, and one that was not upgraded yet", () => {
  withFile([first, second], (path) => {
    expect(() => openForReading(path, [first])).toThrow(NewerDatabaseError);
  });
  withFile([first], (path) => {
    expect(() => openForReading(path, [first, second])).toThrow(OlderDatabaseError);
  });
});
