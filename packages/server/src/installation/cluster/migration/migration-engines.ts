import type { ClusterConfig } from "../../../config/is-cluster.ts";
import { type Log, reasonOf } from "../../../platform/log.ts";
import { parseNatsAddress } from "../../../platform/nats/nats-address.ts";
import { type NatsConnection, openNats } from "../../../platform/nats/open-nats.ts";
import { openPostgres, type Postgres } from "../../../platform/postgres/open-postgres.ts";
import { openManager } from "../../../queue/jetstream/queue-stream.ts";
import { MigrationError } from "../../migration/migration-error.ts";
import { checkEngineFiles, natsFiles } from "../engine-files.ts";

/** Counting the rows of a large table takes long. */
const statementMaxMs = 3_600_000;
/** A page is packed between two statements of a transaction. */
const idleInTransactionMaxMs = 600_000;
const natsPatienceMs = 10_000;

export interface MigrationEngines extends AsyncDisposable {
  readonly postgres: Postgres;
  readonly nats: NatsConnection;
}

/** Connects to the engines of the cluster. Throws if an engine cannot be reached, because a person waits. */
export async function openMigrationEngines(config: ClusterConfig, log: Log): Promise<MigrationEngines> {
  checkEngineFiles(config);
  const postgres = openPostgres(config.postgresUrl, {
    applicationName: "weir migrate",
    connectionsMax: 4,
    statementMaxMs,
    idleInTransactionMaxMs,
  });
  try {
    await postgres.query("SELECT 1");
  } catch (error) {
    await postgres.close();
    throw unreachable("PostgreSQL", postgres.address, reasonOf(error));
  }
  const { shown } = parseNatsAddress(config.natsUrl);
  const signal = AbortSignal.timeout(natsPatienceMs);
  const tls = natsFiles(config);
  const nats = await openNats(config.natsUrl, { name: "weir migrate", log, tls, signal }).catch(async () => {
    await postgres.close();
    throw unreachable("NATS", shown, "no server answers");
  });
  const close = async () => {
    await nats.close();
    await postgres.close();
  };
  try {
    await (await openManager(nats)).getAccountInfo();
    return { postgres, nats, [Symbol.asyncDispose]: close };
  } catch (error) {
    await close();
    throw unreachable("JetStream", shown, reasonOf(error));
  }
}

/** Drops everything that a migration may have created. */
export async function dropClusterTables(postgres: Postgres): Promise<void> {
  await postgres.query("DROP SCHEMA IF EXISTS weir, weir_store, weir_control, weir_migration CASCADE");
}

function unreachable(engine: string, address: string, reason: string): MigrationError {
  return new MigrationError(
    "migration_no_engine",
    `${engine} at ${address} cannot be used: ${reason}. Check the address and try again.`,
  );
}
