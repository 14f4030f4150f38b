import type { Log } from "../../platform/log.ts";
import { checkSchema, migrateSchema, OlderSchemaError } from "../../platform/postgres/migrate-schema.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { type Control, ControlDataUnavailableError, type ControlReader } from "../control.ts";
import type { ControlOptions } from "../control-options.ts";
import type { SessionSettings } from "./kysely-on-postgres.ts";
import { controlSchema } from "./migrations/control-migrations.ts";
import { type ControlPools, postgresControl, postgresControlReader } from "./postgres-control.ts";

/** Connections of one process. */
export const controlReadersMax = 5;
export const controlWritersMax = 4;

interface PostgresControlOptions extends ControlOptions {
  /** The name that the administrator of the database sees, such as "weir manage". */
  readonly applicationName: string;
  readonly log: Log;
}

/** Brings the schema `weir_control` up to date and opens it. */
export async function openPostgresControl(url: string, options: PostgresControlOptions): Promise<Control> {
  const { readers, writers } = openControlPools(url, options.applicationName);
  try {
    await migrateSchema(writers, controlSchema);
    await warnOfPassedBarrier(writers, options.log);
    return postgresControl({ readers, writers }, options, await durableWrites(writers));
  } catch (error) {
    await Promise.all([readers.close(), writers.close()]);
    throw error;
  }
}

/** For processes that only read. Fails if the schema does not exist yet, or is older than this Weir needs. */
export async function openPostgresControlReader(
  url: string,
  { applicationName }: Pick<PostgresControlOptions, "applicationName">,
): Promise<ControlReader> {
  const { readers } = openControlPools(url, applicationName);
  try {
    await checkSchema(readers, controlSchema);
    return postgresControlReader(readers);
  } catch (error) {
    await readers.close();
    if (!(error instanceof OlderSchemaError)) throw error;
    throw new ControlDataUnavailableError(error.message, { cause: error });
  }
}

/** The pools connect when they are first used. */
export function openControlPools(url: string, applicationName: string): ControlPools {
  return {
    readers: openPostgres(url, { applicationName, connectionsMax: controlReadersMax }),
    writers: openPostgres(url, { applicationName, connectionsMax: controlWritersMax }),
  };
}

/**
 * Makes commits wait for the disk, even if the server's default is not to. If the default also waits for standbys, that stays.
 */
async function durableWrites(postgres: Postgres): Promise<SessionSettings> {
  const { rows } = await postgres.query<{ found: string }>(
    "SELECT current_setting('synchronous_commit') AS found",
  );
  const { found } = rows[0]!;
  return { synchronous_commit: found === "off" ? "on" : found };
}

/** Warns if the role bypasses row-level security. */
async function warnOfPassedBarrier(postgres: Postgres, log: Log): Promise<void> {
  const { rows } = await postgres.query<{ role: string }>(
    "SELECT rolname AS role FROM pg_roles WHERE rolname = current_user AND (rolsuper OR rolbypassrls)",
  );
  if (rows[0] === undefined) return;
  log.warn(
    "PostgreSQL does not keep accounts apart for this role, because it is a superuser or has BYPASSRLS. Connect as a role that is neither.",
    { role: rows[0].role, address: postgres.address },
  );
}
