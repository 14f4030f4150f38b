import type { Database, Statement } from "bun:sqlite";
import type { NotificationMessage } from "@weir/rule-engine/message";
import type { ClaimedDigest, HeldAddress, HeldLane, HeldMessages, Hold } from "../held-messages.ts";
import { gatheredMax, gatheredNote, mergeDigest } from "../merge-digest.ts";
import type { Claim } from "../outbox-store.ts";
import { wholeMs } from "../whole-ms.ts";
import { isClaimed } from "./sqlite-outbox.ts";

/**
 * `held_because` says why a message waits although nothing failed, `held_for` whose confirmation it waits for; `due_ms`
 * is when its time is up. Mails are counted by account and day (days since 1970, UTC).
 */
export const heldMessages = `
ALTER TABLE outbox ADD COLUMN held_because TEXT;
ALTER TABLE outbox ADD COLUMN held_for TEXT;
CREATE INDEX outbox_held ON outbox (account_id, held_for) WHERE held_because IS NOT NULL;

CREATE TABLE mail_days (
  account_id INTEGER NOT NULL,
  day INTEGER NOT NULL,
  mails INTEGER NOT NULL,
  limit_noted INTEGER NOT NULL DEFAULT 0 CHECK (limit_noted IN (0, 1)),
  PRIMARY KEY (account_id, day)
) STRICT, WITHOUT ROWID;
`;

/**
 * Holds messages on the processor's connection, like the outbox; called while no transaction is open there. Only
 * waiting rows are held: settling a row ends its hold.
 */
export class SqliteHeldMessages implements HeldMessages {
  readonly #db: Database;
  readonly #statements: Statements;

  constructor(db: Database) {
    this.#db = db;
    this.#statements = prepareStatements(db);
  }

  async hold({ id, claim }: Claim, { because, untilMs, address }: Hold): Promise<void> {
    this.#statements.hold.run(because, wholeMs(untilMs), address, id, claim);
  }

  async holdLane({ accountId, destination, nowMs, claimed, max }: HeldLane, hold: Hold): Promise<number> {
    const { because, untilMs, address } = hold;
    const { holdLane } = this.#statements;
    const lane = [accountId, destination, nowMs, claimed.id, max, claimed.claim];
    return holdLane.run(because, wholeMs(untilMs), address, ...lane).changes;
  }

  async split({ id, claim }: Claim, [own, ...others]: readonly (readonly string[])[]): Promise<void> {
    this.#db
      .transaction(() => {
        for (const to of others) this.#statements.copy.run(to.join(" "), JSON.stringify(to), id, claim);
        this.#statements.narrow.run(JSON.stringify(own), id, claim);
      })
      .immediate();
  }

  async gather(
    { claimed, accountId, destination, digest }: ClaimedDigest,
    nowMs: number,
  ): Promise<NotificationMessage | null> {
    const { own, ofDigest, gathered, replace } = this.#statements;
    return this.#db
      .transaction(() => {
        const row = own.get(claimed.id, claimed.claim);
        if (row === null) return null;
        const messages = ofDigest.all(accountId, destination, nowMs, digest, claimed.id, gatheredMax);
        const merged = mergeDigest(
          JSON.parse(row.message),
          messages.map(({ message }) => JSON.parse(message)),
        );
        replace.run(JSON.stringify(merged), claimed.id);
        const note = gatheredNote(claimed.id);
        for (const { id } of messages) gathered.run(nowMs, note, id);
        return merged;
      })
      .immediate();
  }

  async alarmState(alarmId: number): Promise<"active" | "acknowledged" | "cleared" | "deleted"> {
    return this.#statements.alarmState.get(alarmId)?.state ?? "deleted";
  }

  async heldFor(): Promise<HeldAddress[]> {
    return this.#statements.heldFor.all();
  }

  async release({ accountId, address }: HeldAddress, nowMs: number, max: number): Promise<number> {
    return this.#statements.release.run(nowMs, accountId, address, max).changes;
  }

  async refuse({ accountId, address }: HeldAddress, reason: string, nowMs: number): Promise<void> {
    this.#statements.refuse.run(nowMs, reason, accountId, address);
  }

  async releaseLanes(nowMs: number): Promise<void> {
    this.#statements.releaseLanes.run(nowMs);
  }
}

interface Statements {
  readonly hold: Statement;
  readonly holdLane: Statement;
  readonly copy: Statement;
  readonly narrow: Statement;
  readonly alarmState: Statement<{ state: "active" | "acknowledged" | "cleared" }, [number]>;
  readonly own: Statement<{ message: string }, [number, number]>;
  readonly ofDigest: Statement<
    { id: number; message: string },
    [number, string, number, string, number, number]
  >;
  readonly gathered: Statement;
  readonly replace: Statement;
  readonly heldFor: Statement<HeldAddress, []>;
  readonly release: Statement;
  readonly refuse: Statement;
  readonly releaseLanes: Statement;
}

function prepareStatements(db: Database): Statements {
  return {
    hold: db.prepare(
      `UPDATE outbox SET held_because = ?, due_ms = ?, held_for = ? WHERE id = ? AND ${isClaimed}`,
    ),
    holdLane: db.prepare(
      `UPDATE outbox SET held_because = ?1, due_ms = ?2, held_for = ?3 WHERE id IN (
         SELECT id FROM outbox
         WHERE state = 'waiting' AND account_id = ?4 AND destination = ?5 AND due_ms <= ?6
           AND (id = ?7 OR claimed_until_ms IS NULL OR claimed_until_ms <= ?6)
         ORDER BY due_ms, id LIMIT ?8
       ) AND EXISTS (SELECT 1 FROM outbox WHERE id = ?7 AND ${isClaimed}9)`,
    ),
    // The new key is derived from the recipients, so that splitting the row again after a crash gives the same key.
    copy: db.prepare(
      `INSERT INTO outbox
         (key, account_id, sensor_id, chain_id, node_id, destination, message, created_ms, due_ms)
       SELECT key || ' ' || ?1, account_id, sensor_id, chain_id, node_id, destination,
         json_set(message, '$.to', json(?2)), created_ms, due_ms
       FROM outbox WHERE id = ?3 AND ${isClaimed}4
       ON CONFLICT (key) DO NOTHING`,
    ),
    narrow: db.prepare(
      `UPDATE outbox SET message = json_set(message, '$.to', json(?)) WHERE id = ? AND ${isClaimed}`,
    ),
    alarmState: db.prepare(
      `SELECT CASE WHEN cleared_us IS NOT NULL THEN 'cleared' WHEN acknowledged_ms IS NOT NULL THEN 'acknowledged'
         ELSE 'active' END AS state FROM alarms WHERE id = ?`,
    ),
    own: db.prepare(`SELECT message FROM outbox WHERE id = ? AND ${isClaimed}`),
    ofDigest: db.prepare(
      `SELECT id, message FROM outbox
       WHERE state = 'waiting' AND account_id = ?1 AND destination = ?2
         AND (claimed_until_ms IS NULL OR claimed_until_ms <= ?3)
         AND substr(key, 1, length(?4) + 1) = ?4 || ':' AND id <> ?5
       ORDER BY id LIMIT ?6`,
    ),
    gathered: db.prepare(
      "UPDATE outbox SET state = 'delivered', settled_ms = ?, last_error = ? WHERE id = ? AND state = 'waiting'",
    ),
    replace: db.prepare("UPDATE outbox SET message = ? WHERE id = ?"),
    heldFor: db.prepare(
      `SELECT DISTINCT account_id AS accountId, held_for AS address FROM outbox
       WHERE held_because IS NOT NULL AND held_for IS NOT NULL`,
    ),
    release: db.prepare(
      `UPDATE outbox SET due_ms = ?1, held_because = NULL, held_for = NULL WHERE id IN (
         SELECT id FROM outbox WHERE held_because IS NOT NULL AND account_id = ?2 AND held_for = ?3 LIMIT ?4
       )`,
    ),
    refuse: db.prepare(
      `UPDATE outbox SET state = 'dead', settled_ms = ?, last_error = ?, held_because = NULL, held_for = NULL,
         claimed_by = NULL, claimed_until_ms = NULL
       WHERE held_because IS NOT NULL AND account_id = ? AND held_for = ?`,
    ),
    releaseLanes: db.prepare(
      `UPDATE outbox SET due_ms = ?, held_because = NULL
       WHERE held_because IS NOT NULL AND held_for IS NULL`,
    ),
  };
}
