import type { Database, Statement } from "bun:sqlite";

/** Tables whose rows name their account, with their keys. Statistics are in `slot-writer.ts`; parked readings are settled. */
const tables: Readonly<Record<string, readonly string[]>> = {
  alarms: ["id"],
  dead_letters: ["id"],
  outbox: ["id"],
  quarantine: ["id"],
  mail_days: ["account_id", "day"],
  channel_hours: ["account_id", "channel", "hour"],
  unsaved_ends: ["device_id", "fate", "chain_id", "node_id", "output"],
};

/** Deletes what is stored of an account, a bounded number of rows at a time. */
export class AccountRemover {
  readonly #removals: readonly Statement[];

  constructor(db: Database) {
    this.#removals = Object.entries(tables).map(([table, keys]) => {
      const key = keys.join(", ");
      return db.prepare(
        `DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} WHERE account_id = ? LIMIT ?)`,
      );
    });
  }

  /** Returns the number of deleted rows; fewer than `max` only if none are left. */
  remove(accountId: number, max: number): number {
    let removed = 0;
    for (const removal of this.#removals) removed += removal.run(accountId, max - removed).changes;
    return removed;
  }
}
