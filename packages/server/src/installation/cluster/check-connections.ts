import type { Role } from "../../bus/messages.ts";
import { controlReadersMax, controlWritersMax } from "../../control/postgres/open-postgres-control.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";
import { membershipConnectionsMax } from "./open-cluster-bus.ts";

/** PostgreSQL allows fewer connections than this process alone may open. */
export class TooFewConnectionsError extends Error {
  readonly code = "too_few_connections";
}

/** A limit of -1 is none. */
interface Limits {
  readonly server: number;
  readonly database: number;
  readonly role: number;
  /** Only the limit of the server applies to superusers. */
  readonly isSuperuser: boolean;
}

/** Returns how many connections a process of this role opens at most. */
function connectionsOf(role: Role, postgresConnections: number): number {
  const shared = postgresConnections + controlReadersMax + membershipConnectionsMax;
  return role === "manage" ? shared + controlWritersMax : shared;
}

/**
 * Throws TooFewConnectionsError if PostgreSQL allows fewer connections than this process may open. Without the check, it would
 * start, and its work would fail again and again under load. Whether there are enough for all processes together is not
 * checked, because nobody knows how many there will be.
 */
export async function checkConnections(
  postgres: Postgres,
  { role, postgresConnections }: { readonly role: Role; readonly postgresConnections: number },
): Promise<void> {
  const { rows } = await postgres.query<Limits>(
    `SELECT current_setting('max_connections')::int4 - current_setting('superuser_reserved_connections')::int4
         - coalesce(current_setting('reserved_connections', true)::int4, 0) AS server,
       datconnlimit AS database, rolconnlimit AS role, rolsuper AS "isSuperuser"
     FROM pg_database, pg_roles WHERE datname = current_database() AND rolname = current_user`,
  );
  const { server, isSuperuser, ...own } = rows[0]!;
  const limits = [server, ...(isSuperuser ? [] : [own.database, own.role])].filter((limit) => limit >= 0);
  const [allowed, needed] = [Math.min(...limits), connectionsOf(role, postgresConnections)];
  if (allowed >= needed) return;
  throw new TooFewConnectionsError(
    `${postgres.address} allows Weir ${allowed} connections, and this process alone may open ${needed}. Raise max_connections of PostgreSQL, or the limit of the role or the database, or lower postgres_connections. docs/guide/cluster.md says how many all processes need.`,
  );
}
