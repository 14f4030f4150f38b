import type { Database } from "bun:sqlite";

/**
 * Account names are the tenants' own business: two may choose the same one, and nobody learns from a refusal which names
 * are in use. SQLite cannot drop a UNIQUE that was declared with its column, so the table is written anew, from its own
 * statement and with all the columns that it has by then. Its ids stay, and so does the highest one that was ever given.
 */
export function dropUniqueAccountNames(db: Database): void {
  const { sql } = db.query("SELECT sql FROM sqlite_schema WHERE name = 'accounts'").get() as { sql: string };
  const relaxed = sql
    .replace(/^CREATE TABLE "?accounts"?/, "CREATE TABLE accounts_new")
    .replace("name TEXT NOT NULL UNIQUE", "name TEXT NOT NULL");
  db.run(relaxed);
  db.run("INSERT INTO accounts_new SELECT * FROM accounts");
  db.run("DELETE FROM sqlite_sequence WHERE name = 'accounts_new'");
  db.run(
    "INSERT INTO sqlite_sequence (name, seq) SELECT 'accounts_new', seq FROM sqlite_sequence WHERE name = 'accounts'",
  );
  db.run("DROP TABLE accounts");
  db.run("ALTER TABLE accounts_new RENAME TO accounts");
}
