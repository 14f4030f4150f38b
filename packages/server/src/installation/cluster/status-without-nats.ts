import type { ClusterConfig } from "../../config/is-cluster.ts";
import { awayEngines } from "../../manage/system/cluster-notices.ts";
import type { FoundStatus } from "../../manage/system/status-json.ts";
import { introduceServer } from "../../platform/nats/introduce-server.ts";
import { parseNatsAddress } from "../../platform/nats/nats-address.ts";
import { openPostgres, type Postgres } from "../../platform/postgres/open-postgres.ts";
import { valueIfSoon } from "../../platform/value-if-soon.ts";
import { chainQueries } from "../../store/chain-queries.ts";
import { PostgresStoreReader } from "../../store/engine/postgres/postgres-store-reader.ts";
import { StoreDatabase } from "../../store/engine/postgres/store-database.ts";
import { ClusterCounters } from "./cluster-counters.ts";

/** Longer than a working server takes to introduce itself. Somebody waits at a terminal. */
const introducedMs = 1000;

/**
 * What PostgreSQL knows of a cluster whose NATS servers are all away or hang. A command cannot join such a cluster. Null
 * if a server answers, or if PostgreSQL does not.
 */
export async function readStatusWithoutNats(config: ClusterConfig): Promise<FoundStatus | null> {
  const introduced = await Promise.all(
    parseNatsAddress(config.natsUrl).servers.map((address) =>
      valueIfSoon(introduceServer(address), introducedMs),
    ),
  );
  if (introduced.some((server) => server !== null)) return null;
  const postgres = openPostgres(config.postgresUrl, { applicationName: "weir command", connectionsMax: 1 });
  try {
    return await valueIfSoon(readFrom(postgres));
  } finally {
    await postgres.close();
  }
}

async function readFrom(postgres: Postgres): Promise<FoundStatus> {
  const unknown = { count: () => Promise.reject(new Error("NATS does not answer.")) };
  const counts = await new ClusterCounters(postgres, unknown).read();
  const queries = chainQueries(new PostgresStoreReader(new StoreDatabase(postgres)));
  const { rows } = await postgres.query("SELECT FROM weir_cluster.members WHERE role <> 'command'");
  return {
    counts,
    isRunning: rows.length > 0,
    kept: await queries.keptCounts(Number.MAX_SAFE_INTEGER),
    notices: awayEngines({ missing: ["NATS"] }),
  };
}
