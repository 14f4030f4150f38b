import { Database } from "bun:sqlite";
import { afterAll, expect, test } from "bun:test";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, NewerDatabaseError, openDatabase } from "./open-database.ts";

const folder = mkdtempSync(join(tmpdir(), "weir-sqlite-"));
afterAll(() => rmSync(folder, { recursive: true }));

const first = { version: 1, name: "a table", sql: "CREATE TABLE a (x INTEGER); CREATE TABLE b (y INTEGER)" };
const second = { version: 2, name: "a column", sql: "ALTER TABLE a ADD COLUMN z INTEGER" };

test("syncs every commit of a file that was opened for durable data", () => {
  const db = openDatabase(join(folder, "full.db"), { synchronous: "full" });
  expect(db.query("PRAGMA synchronous").get()).toEqual({ synchronous: 2 });
  expect(db.query("PRAGMA journal_mode").get()).toEqual({ journal_mode: "wal" });
});

test("lets a reader repair a file whose writer was killed before its first commit", () => {
  const path = join(folder, "killed.db");
  const alive = join(folder, "alive.db");
  const writer = new Database(alive, { create: true, readwrite: true });
  writer.run("CREATE TABLE a (x BLOB)");
  // Pages of an open transaction reach the file, and its journal the disk, as soon as they do not fit into memory.
  writer.run("PRAGMA cache_size = 1");
  writer.run("BEGIN");
  for (let i = 0; i < 20; i++) writer.run("INSERT INTO a (x) VALUES (zeroblob(5000))");
  copyFileSync(alive, path);
  copyFileSync(`${alive}-journal`, `${path}-journal`);
  writer.close();
  const db = openDatabase(path, { synchronous: "full", readonly: true });
  expect(db.query("SELECT count(*) AS rows FROM a").get()).toEqual({ rows: 0 });
  db.close();
});

test("runs migrations once, in order, and only the missing ones", () => {
  const db = openDatabase(join(folder, "steps.db"), { synchronous: "normal" });
  migrate(db, "steps.db", [first]);
  db.run("INSERT INTO a (x) VALUES (1)");
  migrate(db, "steps.db", [first, second]);
  migrate(db, "steps.db", [first, second]);
  expect(db.query("SELECT x, z FROM a").all()).toEqual([{ x: 1, z: null }]);
});

test("leaves the file at its old version if a migration fails", () => {
  const db = openDatabase(join(folder, "broken.db"), { synchronous: "normal" });
  migrate(db, "broken.db", [first]);
  const broken = { version: 3, name: "broken", sql: "CREATE TABLE c (x); SELECT nonsense FROM nowhere" };
  expect(() => migrate(db, "broken.db", [first, second, broken])).toThrow();
  expect(db.query("PRAGMA user_version").get()).toEqual({ user_version: 1 });
  expect(db.query("SELECT name FROM sqlite_master WHERE name = 'c'").all()).toEqual([]);
});

test("refuses a file of a newer Weir and leaves it alone", () => {
  const path = join(folder, "newer.db");
  const db = openDatabase(path, { synchronous: "normal" });
  migrate(db, "newer.db", [first, second]);
  expect(() => migrate(db, "newer.db", [first])).toThrow(NewerDatabaseError);
  expect(new Database(path).query("PRAGMA user_version").get()).toEqual({ user_version: 2 });
});
