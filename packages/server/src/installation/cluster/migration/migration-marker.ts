import type { Postgres, PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { MigrationError } from "../../migration/migration-error.ts";

/**
 * Marks a database into which or from which an installation is being copied, and keeps the progress of the copy. The
 * marker is in a schema of its own, which only the migration creates, and it is written before any row is copied. Its
 * states:
 *
 *   copying in ──▶ copied in
 *   copying out ──▶ moved
 *
 * Roles start only on a database without a marker, or on "copied in".
 */
interface MigrationMarker {
  readonly state: "copying in" | "copied in" | "copying out" | "moved";
  /** The fingerprint of the source. */
  readonly source: string;
}

const tables = `
CREATE SCHEMA IF NOT EXISTS weir_migration;
CREATE TABLE IF NOT EXISTS weir_migration.migration (
  id int PRIMARY KEY CHECK (id = 1),
  state text NOT NULL CHECK (state IN ('copying in', 'copied in', 'copying out', 'moved')),
  source text NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS weir_migration.steps (
  step text PRIMARY KEY,
  cursor text,
  items int8 NOT NULL,
  is_done boolean NOT NULL
)`;

export async function readMarker(session: PostgresSession): Promise<MigrationMarker | null> {
  const { rows: found } = await session.query(
    "SELECT 1 FROM pg_tables WHERE schemaname = 'weir_migration' AND tablename = 'migration'",
  );
  if (found.length === 0) return null;
  const { rows } = await session.query<MigrationMarker>("SELECT state, source FROM weir_migration.migration");
  return rows[0] ?? null;
}

export function writeMarker(postgres: Postgres, { state, source }: MigrationMarker): Promise<void> {
  return postgres.transact(
    async (tx) => {
      await tx.query("SET LOCAL synchronous_commit = on");
      await tx.query(tables);
      await tx.query(
        `INSERT INTO weir_migration.migration (id, state, source) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET state = $1, source = $2, changed_at = now()`,
        [state, source],
      );
    },
    { isolation: "read committed" },
  );
}

/** Called by every process that would work on the database. */
export async function refuseMigratedDatabase(session: PostgresSession): Promise<void> {
  const marker = await readMarker(session);
  switch (marker?.state) {
    case "copying in":
      throw new MigrationError(
        "migration_unfinished",
        "An installation is being copied into this database. Run `weir migrate --to cluster` again if it was interrupted, and start the roles when it has finished.",
      );
    case "copying out":
      throw new MigrationError(
        "migration_unfinished",
        "The installation in this database is being copied into a data folder. Run `weir migrate --to embedded` again if it was interrupted. " +
          `To give the copy up and start the cluster, ${howToRelease}.`,
      );
    case "moved":
      throw new MigrationError(
        "installation_moved",
        "The installation in this database was copied into a data folder, and devices are served there. To use the cluster all the same, without " +
          `what happened there since, ${howToRelease}.`,
      );
  }
}

const howToRelease = "run this SQL in the database: DROP SCHEMA weir_migration CASCADE";
