/**
 * Loaded before Weir. Kills the process at a moment of one migration: before its statements, after them, or after its
 * number is written and before anything is committed.
 */
import { Database } from "bun:sqlite";
import { writeFileSync } from "node:fs";
import { embeddedLayout } from "../../packages/server/src/installation/embedded/embedded-layout.ts";
import type { MigrationMoment } from "./migration-moments.ts";

const { control, store, log } = embeddedLayout;
const { moment, file, version, mark } = JSON.parse(
  process.env.WEIR_TEST_KILL_MIGRATION ?? "{}",
) as MigrationMoment & {
  /** Written when the process is killed. */
  readonly mark: string;
};
const { migrations = [] } = [control, store, log].find(({ name }) => name === file) ?? {};
const migration = migrations.find((each) => each.version === version);
const { run } = Database.prototype;

Database.prototype.run = function (this: Database, sql: string, ...bindings: never[]) {
  const isStatements = migration !== undefined && migration.sql !== "" && sql === migration.sql;
  const isNumber = sql === `PRAGMA user_version = ${version}` && this.filename.endsWith(`/${file}`);
  if (isStatements && moment === "before its statements") die();
  const result = run.call(this, sql, ...bindings);
  if (isStatements && moment === "after its statements") die();
  if (isNumber && moment === "after its number") die();
  return result;
} as typeof run;

function die(): void {
  writeFileSync(mark, "");
  process.kill(process.pid, "SIGKILL");
}
