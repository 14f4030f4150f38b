import type { Database } from "bun:sqlite";
import { sql } from "kysely";
import { SqliteStoreWriter } from "../engine/sqlite/sqlite-store-writer.ts";
import { type DueRows, Outbox } from "./outbox.ts";
import type { DueRow } from "./outbox-store.ts";

/**
 * The outbox in the store's file. Called while no transaction is open on the connection. Settlements are not synced one by
 * one, so a power cut may forget the last ones.
 */
export function sqliteOutbox(db: Database, owner = "deliver"): Outbox {
  return new Outbox(new SqliteStoreWriter(db), dueRows, owner);
}

/**
 * The front of every lane with waiting rows. The query steps from one lane to the next in the index `outbox_lanes`, so
 * its cost grows with the lanes and not with their rows. The step is written as two look-ups, because SQLite compares
 * pairs by reading all rows of the first lane.
 */
const lanes = sql`
  RECURSIVE lanes (id, account_id, destination, due_ms) AS (
    SELECT * FROM (
      SELECT id, account_id, destination, due_ms FROM outbox WHERE state = 'waiting'
      ORDER BY account_id, destination, due_ms, id LIMIT 1
    )
    UNION ALL
    SELECT front.id, front.account_id, front.destination, front.due_ms
    FROM lanes JOIN outbox AS front ON front.id = coalesce(
      (
        SELECT id FROM outbox AS later
        WHERE later.state = 'waiting' AND later.account_id = lanes.account_id
          AND later.destination > lanes.destination
        ORDER BY later.destination, later.due_ms, later.id LIMIT 1
      ),
      (
        SELECT id FROM outbox AS later
        WHERE later.state = 'waiting' AND later.account_id > lanes.account_id
        ORDER BY later.account_id, later.destination, later.due_ms, later.id LIMIT 1
      )
    )
  )`;

const dueRows: DueRows = ({ nowMs, max, perLaneMax, withoutDestinations, withoutAccounts }) => sql<DueRow>`
  WITH ${lanes}
  SELECT row.id, row.account_id AS accountId, row.destination
  FROM lanes JOIN outbox AS row ON row.id IN (
    SELECT id FROM outbox AS own
    WHERE own.state = 'waiting' AND own.account_id = lanes.account_id
      AND own.destination = lanes.destination AND own.due_ms <= ${nowMs}
      AND (own.claimed_until_ms IS NULL OR own.claimed_until_ms <= ${nowMs})
    ORDER BY own.due_ms, own.id LIMIT ${perLaneMax}
  )
  WHERE lanes.due_ms <= ${nowMs}
    AND lanes.destination NOT IN (SELECT value FROM json_each(${withoutDestinations}))
    AND lanes.account_id NOT IN (SELECT value FROM json_each(${withoutAccounts}))
  ORDER BY row.due_ms, row.id LIMIT ${max}`;
