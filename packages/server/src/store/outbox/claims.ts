import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Given } from "../engine/prepared-statement.ts";
import type { Claim } from "./outbox-store.ts";

export const unclaimed = sql`claimed_by = NULL, claimed_until_ms = NULL`;
export const unheld = sql`held_because = NULL, held_for = NULL`;

/** Matches the row only if the presented claim is its current one. */
export function claimed({ id, claim }: Claim | Given<Claim>): RawBuilder<SqlBool> {
  return sql`id = ${id} AND state = 'waiting' AND claimed_by IS NOT NULL AND claims = ${claim}`;
}
