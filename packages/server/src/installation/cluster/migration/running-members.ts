import type { Postgres } from "../../../platform/postgres/open-postgres.ts";
import { leaseMs } from "../lease.ts";
import { type MemberRow, MemberTable } from "../member-table.ts";

/** Longer than a lease, so that a running member has renewed it. */
const watchedMs = 1.5 * leaseMs;

/** The running members. A killed member stays in the table but does not renew. */
export async function runningMembers(postgres: Postgres): Promise<MemberRow[]> {
  const { rows } = await postgres.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'weir_cluster' AND tablename = 'members'",
  );
  if (rows.length === 0) return [];
  const members = new MemberTable(postgres);
  const before = new Map((await members.list()).map(({ id, renewals }) => [id, renewals]));
  if (before.size === 0) return [];
  await Bun.sleep(watchedMs);
  return (await members.list()).filter(({ id, renewals }) => before.get(id) !== renewals);
}
