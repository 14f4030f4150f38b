import { processRoles, type RedisView } from "@weir/protocol/closed-sets";
import { memberRoles } from "../../bus/messages.ts";
import type { ListedMember, NewMember } from "../../bus/nats/membership.ts";
import { migrateSchema, type VersionedSchema } from "../../platform/postgres/migrate-schema.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";

/** A renewal that takes longer is useless, because the lease has ended by then. */
const answerMaxMs = 1500;

const members = `
CREATE TABLE weir_cluster.members (
  id text PRIMARY KEY,
  role text NOT NULL CHECK (role IN (${processRoles.map((role) => `'${role}'`).join(", ")})),
  version text NOT NULL,
  host text NOT NULL,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  renewals int8 NOT NULL DEFAULT 0,
  is_revoked bool NOT NULL DEFAULT false
) WITH (fillfactor = 50)`;

const reports = `
ALTER TABLE weir_cluster.members ADD COLUMN pid int4, ADD COLUMN redis text;
CREATE TABLE weir_cluster.lost_members (
  id text PRIMARY KEY,
  role text NOT NULL,
  version text NOT NULL,
  host text NOT NULL,
  pid int4,
  since timestamptz NOT NULL,
  lost_at timestamptz NOT NULL DEFAULT clock_timestamp()
)`;

const commands = `
ALTER TABLE weir_cluster.members DROP CONSTRAINT members_role_check,
  ADD CONSTRAINT members_role_check CHECK (role IN (${memberRoles.map((role) => `'${role}'`).join(", ")})),
  ADD COLUMN key_id text`;

const clusterSchema: VersionedSchema = {
  name: "weir_cluster",
  migrations: [
    { version: 1, name: "members and their leases", sql: members, worksFrom: 1 },
    { version: 2, name: "what members report, and lost members", sql: reports, worksFrom: 1 },
    { version: 3, name: "commands as members, and the keys of members", sql: commands, worksFrom: 1 },
  ],
};

/** How long a lost member is shown to people. */
const lostFor = "1 hour";

/** A member as shown to people. */
export interface MemberRow extends ListedMember {
  readonly version: string;
  readonly host: string;
  readonly since: Date;
  /** Null if the member's version of Weir does not report it. */
  readonly pid: number | null;
  readonly redis: RedisView | null;
}

/** The facts that a member reports when it joins. */
export type MemberFacts = Pick<MemberRow, "version" | "host" | "pid" | "keyId">;

/** A member that ended without a goodbye, or was cut off. */
export interface LostMemberRow extends Pick<MemberRow, "id" | "role" | "version" | "host" | "pid" | "since"> {
  readonly lostAt: Date;
}

/**
 * The members of the cluster. Leases are kept as numbers of renewals and not as times, so that no server's clock
 * matters. A member that sees for long enough, by its own clock, that a number does not change knows that the lease has
 * ended.
 */
export class MemberTable {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /** Several processes may do so at once. */
  migrate(): Promise<void> {
    return migrateSchema(this.#postgres, clusterSchema);
  }

  async add({ id, role }: NewMember, { version, host, pid, keyId }: MemberFacts): Promise<void> {
    await this.#postgres.query(
      {
        text: `INSERT INTO weir_cluster.members (id, role, version, host, pid, key_id)
               VALUES ($1, $2, $3, $4, $5, $6)`,
        query_timeout: answerMaxMs,
      },
      [id, role, version, host, pid, keyId],
    );
  }

  /** Renews the lease and resolves to all members; null if the member is revoked. */
  async renew(id: string, redis: RedisView): Promise<MemberRow[] | null> {
    const { rows } = await this.#postgres.query<MemberRow & { isRenewed: boolean }>(
      {
        name: "renew member",
        text: `WITH renewed AS (
                 UPDATE weir_cluster.members SET renewals = renewals + 1, redis = $2
                 WHERE id = $1 AND NOT is_revoked RETURNING id
               )
               SELECT ${columns}, EXISTS (SELECT FROM renewed) AS "isRenewed" FROM weir_cluster.members`,
        query_timeout: answerMaxMs,
      },
      [id, redis],
    );
    return rows[0]?.isRenewed ? rows.map(({ isRenewed: _, ...member }) => member) : null;
  }

  async list(): Promise<MemberRow[]> {
    const { rows } = await this.#postgres.query<MemberRow>({
      text: `SELECT ${columns} FROM weir_cluster.members ORDER BY role, since, id`,
      query_timeout: answerMaxMs,
    });
    return rows;
  }

  /**
   * Prevents further renewals and resolves to the number of renewals so far; null if the member is not in the table.
   */
  async revoke(id: string): Promise<number | null> {
    const { rows } = await this.#postgres.query<{ renewals: number }>(
      {
        text: "UPDATE weir_cluster.members SET is_revoked = true WHERE id = $1 RETURNING renewals",
        query_timeout: answerMaxMs,
      },
      [id],
    );
    return rows[0]?.renewals ?? null;
  }

  /** Removes a member that leaves in good order. */
  async remove(id: string): Promise<void> {
    await this.#postgres.query(
      { text: "DELETE FROM weir_cluster.members WHERE id = $1", query_timeout: answerMaxMs },
      [id],
    );
  }

  /**
   * Removes a member that others gave up, unless it has renewed its lease since. It is shown to people as lost for a
   * while.
   */
  async lose(id: string, renewals?: number): Promise<void> {
    await this.#postgres.query(
      {
        text: `WITH lost AS (
                 DELETE FROM weir_cluster.members WHERE id = $1 AND renewals = coalesce($2, renewals) RETURNING *
               ), forgotten AS (
                 DELETE FROM weir_cluster.lost_members WHERE lost_at < clock_timestamp() - interval '${lostFor}'
               )
               INSERT INTO weir_cluster.lost_members (id, role, version, host, pid, since)
               SELECT id, role, version, host, pid, since FROM lost
               ON CONFLICT (id) DO NOTHING`,
        query_timeout: answerMaxMs,
      },
      [id, renewals ?? null],
    );
  }

  /** The newest first. */
  async listLost(): Promise<LostMemberRow[]> {
    const { rows } = await this.#postgres.query<LostMemberRow>({
      text: `SELECT id, role, version, host, pid, since, lost_at AS "lostAt" FROM weir_cluster.lost_members
             WHERE lost_at > clock_timestamp() - interval '${lostFor}' ORDER BY lost_at DESC, id`,
      query_timeout: answerMaxMs,
    });
    return rows;
  }
}

const columns = `id, role, version, host, since, pid, redis, key_id AS "keyId", renewals, is_revoked AS "isRevoked"`;
