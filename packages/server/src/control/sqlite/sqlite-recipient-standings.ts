import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import type { RecipientStandings, Standing } from "../recipients/recipient-standings.ts";
import { controlFile } from "./control-file.ts";

export class SqliteRecipientStandings implements RecipientStandings {
  readonly #database: Database;
  readonly #answered: Statement<{ state: Standing | "removed" }, [number, string]>;
  readonly #member: Statement<unknown, [string, number]>;
  readonly #account: Statement<{ name: string }, [number]>;

  constructor(dataDir: string) {
    const database = openDatabase(join(dataDir, controlFile), { synchronous: "full", readonly: true });
    this.#database = database;
    this.#answered = database.query("SELECT state FROM mail_recipients WHERE account_id = ? AND email = ?");
    this.#member = database.query(
      `SELECT 1 FROM users JOIN memberships ON user_id = users.id
       WHERE email = ? AND account_id = ? AND email_verified_at IS NOT NULL`,
    );
    this.#account = database.query("SELECT name FROM accounts WHERE id = ?");
  }

  standing(accountId: number, address: string): Standing {
    const answered = this.#answered.get(accountId, address)?.state;
    if (answered === "declined" || answered === "confirmed") return answered;
    if (this.#member.get(address, accountId) !== null) return "member";
    return answered === "waiting" ? "waiting" : "unknown";
  }

  accountName(accountId: number): string {
    return this.#account.get(accountId)?.name ?? "";
  }

  close(): void {
    this.#database.close();
  }
}
