import { sql } from "kysely";
import type { ControlStore } from "../control/control-store.ts";
import { retentionTables } from "../control/sqlite/migrations/retention-tables.ts";

/** For tests only: adds the tables where the migrations of the file do not have them yet. */
export async function withRetentionTables({ db }: ControlStore): Promise<void> {
  const found = await sql`SELECT 1 FROM sqlite_master WHERE name = 'account_retention'`.execute(db);
  if (found.rows.length > 0) return;
  for (const statement of retentionTables.split(";").filter((text) => text.trim() !== "")) {
    await sql.raw(statement).execute(db);
  }
}
