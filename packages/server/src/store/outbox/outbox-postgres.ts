import { sql } from "kysely";
import { PostgresStoreWriter } from "../engine/postgres/postgres-store-writer.ts";
import type { StoreDatabase } from "../engine/postgres/store-database.ts";
import { type DueRows, Outbox } from "./outbox.ts";
import type { DueRow } from "./outbox-store.ts";

/** The outbox of a cluster, for any number of deliverers at once. Each change is one statement, and durable when it resolves. */
export function postgresOutbox(database: StoreDatabase, owner: string): Outbox {
  return new Outbox(new PostgresStoreWriter(database), dueRows, owner);
}

/**
 * Steps from the front of one lane to the front of the next in the index `outbox_lanes`, so its cost grows with the
 * lanes and not with their rows.
 */
const lanes = sql`
  RECURSIVE lanes AS (
    (
      SELECT account_id, destination, due_ms FROM weir_store.outbox WHERE state = 'waiting'
      ORDER BY account_id, destination, due_ms LIMIT 1
    )
    UNION ALL
    SELECT next.* FROM lanes CROSS JOIN LATERAL (
      SELECT account_id, destination, due_ms FROM weir_store.outbox AS later
      WHERE later.state = 'waiting' AND (later.account_id, later.destination) > (lanes.account_id, lanes.destination)
      ORDER BY later.account_id, later.destination, later.due_ms LIMIT 1
    ) AS next
  )`;

const dueRows: DueRows = ({ nowMs, max, perLaneMax, withoutDestinations, withoutAccounts }) => sql<DueRow>`
  WITH ${lanes}
  SELECT front.id, front.account_id AS "accountId", front.destination
  FROM lanes CROSS JOIN LATERAL (
    SELECT id, account_id, destination, due_ms FROM weir_store.outbox AS own
    WHERE own.state = 'waiting' AND own.account_id = lanes.account_id AND own.destination = lanes.destination
      AND own.due_ms <= ${nowMs} AND (own.claimed_until_ms IS NULL OR own.claimed_until_ms <= ${nowMs})
    ORDER BY own.due_ms, own.id LIMIT ${perLaneMax}
  ) AS front
  WHERE lanes.due_ms <= ${nowMs} AND lanes.destination <> ALL (${withoutDestinations}::text[])
    AND lanes.account_id <> ALL (${withoutAccounts}::int8[])
  ORDER BY front.due_ms, front.id LIMIT ${max}`;
