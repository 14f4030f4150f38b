import type { Database, Statement } from "bun:sqlite";
import { type ChannelHour, type ChannelHours, leftOutNote } from "../channel-hours.ts";
import { changesIn, mergeDigest } from "../merge-digest.ts";
import type { Claim } from "../outbox-store.ts";
import { isClaimed, unclaimed } from "./sqlite-outbox.ts";

export const channelHoursTable = `
CREATE TABLE channel_hours (
  account_id INTEGER NOT NULL,
  channel TEXT NOT NULL,
  hour INTEGER NOT NULL,
  sent INTEGER NOT NULL DEFAULT 0,
  left_out INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (account_id, channel, hour)
) STRICT, WITHOUT ROWID;
CREATE INDEX channel_hours_by_hour ON channel_hours (hour);
`;

/** Counts messages on the processor's connection, like the outbox; called while no transaction is open there. */
export class SqliteChannelHours implements ChannelHours {
  readonly #db: Database;
  readonly #statements: Statements;

  constructor(db: Database) {
    this.#db = db;
    this.#statements = prepareStatements(db);
  }

  async take({ accountId, channel, hour }: ChannelHour, max: number): Promise<number | null> {
    return this.#statements.take.get(accountId, channel, hour, max)?.sent ?? null;
  }

  async giveBack({ accountId, channel, hour }: ChannelHour): Promise<void> {
    this.#statements.giveBack.run(accountId, channel, hour);
  }

  async leaveOut(
    claim: Claim,
    leftOut: Parameters<ChannelHours["leaveOut"]>[1],
    nowMs: number,
  ): Promise<boolean> {
    const { accountId, channel, hour, message, summary, summaryKey, summaryDueMs } = leftOut;
    const { own, addSummary, findSummary, replace, settle, count } = this.#statements;
    return this.#db
      .transaction(() => {
        if (own.get(claim.id, claim.claim) === null) return true;
        addSummary.run(summaryKey, JSON.stringify(summary), nowMs, summaryDueMs, claim.id);
        const found = findSummary.get(summaryKey);
        if (found === null) return false;
        replace.run(JSON.stringify(mergeDigest(JSON.parse(found.message), [message])), found.id);
        settle.run(nowMs, leftOutNote(found.id), claim.id);
        count.run(accountId, channel, hour, changesIn(message));
        return true;
      })
      .immediate();
  }

  async forgetBefore(hour: number): Promise<void> {
    this.#statements.forget.run(hour);
  }
}

interface Statements {
  readonly take: Statement<{ sent: number }, [number, string, number, number]>;
  readonly giveBack: Statement;
  readonly own: Statement<{ id: number }, [number, number]>;
  readonly addSummary: Statement;
  readonly findSummary: Statement<{ id: number; message: string }, [string]>;
  readonly replace: Statement;
  readonly settle: Statement;
  readonly count: Statement;
  readonly forget: Statement;
}

function prepareStatements(db: Database): Statements {
  return {
    take: db.prepare(
      `INSERT INTO channel_hours (account_id, channel, hour, sent) SELECT ?1, ?2, ?3, 1 WHERE ?4 > 0
       ON CONFLICT (account_id, channel, hour) DO UPDATE SET sent = sent + 1 WHERE sent < ?4
       RETURNING sent`,
    ),
    giveBack: db.prepare(
      "UPDATE channel_hours SET sent = max(sent - 1, 0) WHERE account_id = ? AND channel = ? AND hour = ?",
    ),
    own: db.prepare(`SELECT id FROM outbox WHERE id = ? AND ${isClaimed}`),
    addSummary: db.prepare(
      `INSERT INTO outbox
         (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
       SELECT ?1, account_id, 0, 0, '', destination, ?2, ?3, ?4 FROM outbox WHERE id = ?5
       ON CONFLICT (key) DO NOTHING`,
    ),
    findSummary: db.prepare(
      "SELECT id, message FROM outbox WHERE key = ? AND state = 'waiting' AND claimed_by IS NULL",
    ),
    replace: db.prepare("UPDATE outbox SET message = ? WHERE id = ?"),
    settle: db.prepare(
      `UPDATE outbox SET state = 'delivered', settled_ms = ?, last_error = ?, held_because = NULL, held_for = NULL,
         ${unclaimed} WHERE id = ?`,
    ),
    count: db.prepare(
      `INSERT INTO channel_hours (account_id, channel, hour, left_out) VALUES (?1, ?2, ?3, ?4)
       ON CONFLICT (account_id, channel, hour) DO UPDATE SET left_out = left_out + ?4`,
    ),
    forget: db.prepare("DELETE FROM channel_hours WHERE hour < ?"),
  };
}
