import { Database } from "bun:sqlite";
import { expect, test } from "bun:test";
import { migrate } from "../platform/sqlite/open-database.ts";
import { controlMigrations } from "./sqlite/migrations/control-migrations.ts";
import { type LooseColumn, textsBoundedOtherwise, uncountedTexts } from "./test-uncounted-texts.ts";

test("counts every text of control data as bytes of its account, or names what bounds it instead", async () => {
  using db = new Database(":memory:");
  migrate(db, "control.db", controlMigrations);
  db.run("PRAGMA foreign_keys = OFF");
  db.run("PRAGMA ignore_check_constraints = ON");
  const columns = db
    .query<{ table: string; column: string; type: string; isRequired: number }, []>(
      `SELECT tables.name AS "table", columns.name AS "column", columns.type,
         columns."notnull" OR columns.pk > 0 AS isRequired
       FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'`,
    )
    .all();
  const kinds: Readonly<Record<string, LooseColumn["kind"]>> = { TEXT: "text", BLOB: "blob" };
  const uncounted = await uncountedTexts({
    columns: columns.map(({ type, isRequired, ...rest }) => ({
      ...rest,
      kind: kinds[type] ?? "number",
      isRequired: isRequired === 1,
    })),
    run: async (sql) => void db.run(sql),
    controlBytes: async () =>
      db.query<{ bytes: number }, []>("SELECT control_bytes AS bytes FROM account_use").get()!.bytes,
    literal: (kind, size) => (kind === "text" ? `'${"x".repeat(size)}'` : `x'${"00".repeat(size)}'`),
  });
  expect(uncounted).toEqual([...textsBoundedOtherwise]);
});
