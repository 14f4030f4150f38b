import { processRoles } from "@weir/protocol/closed-sets";
import type { ListedMember, NewMember } from "../../bus/nats/membership.ts";
import { migrateSchema, type VersionedSchema } from "../../platform/postgres/migrate-schema.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";

/** A renewal that takes longer is worth nothing: the lease it would have renewed has ended. */
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

const clusterSchema: VersionedSchema = {
  name: "weir_cluster",
  migrations: [{ version: 1, name: "members and their leases", sql: members, worksFrom: 1 }],
};

/** A member as people see it. */
export interface MemberRow extends ListedMember {
  readonly version: string;
  readonly host: string;
  readonly since: Date;
}

/**
 * The members of the cluster. Leases are not kept as times but as numbers of renewals, so that no clock of any server matters: whoever
 * sees for long enough, by its own clock, that a number does not change, knows that the lease has ended.
 */
export class MemberTable {
  readonly #postgres: Postgres;

  constructor(postgres: Postgres) {
    this.#postgres = postgres;
  }

  /** Any number of processes may do so at once. */
  migrate(): Promise<void> {
    return migrateSchema(this.#postgres, clusterSchema);
  }

  async add({ id, role }: NewMember, { version, host }: Pick<MemberRow, "version" | "host">): Promise<void> {
    await this.#postgres.query(
      {
        text: "INSERT INTO weir_cluster.members (id, role, version, host) VALUES ($1, $2, $3, $4)",
        query_timeout: answerMaxMs,
      },
      [id, role, version, host],
    );
  }

  /** Renews the lease and resolves to all members; null where the member is revoked. */
  async renew(id: string): Promise<MemberRow[] | null> {
    const { rows } = await this.#postgres.query<MemberRow & { isRenewed: boolean }>(
      {
        name: "renew member",
        text: `WITH renewed AS (
                 UPDATE weir_cluster.members SET renewals = renewals + 1
                 WHERE id = $1 AND NOT is_revoked RETURNING id
               )
               SELECT ${columns}, EXISTS (SELECT FROM renewed) AS "isRenewed" FROM weir_cluster.members`,
        query_timeout: answerMaxMs,
      },
      [id],
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

  /** Resolves to how often it has renewed, which it cannot do again; null where it is not in the table. */
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

  /** Removes a member, unless it has renewed its lease since. */
  async remove(id: string, renewals?: number): Promise<void> {
    await this.#postgres.query(
      {
        text: "DELETE FROM weir_cluster.members WHERE id = $1 AND renewals = coalesce($2, renewals)",
        query_timeout: answerMaxMs,
      },
      [id, renewals ?? null],
    );
  }
}

const columns = `id, role, version, host, since, renewals, is_revoked AS "isRevoked"`;
