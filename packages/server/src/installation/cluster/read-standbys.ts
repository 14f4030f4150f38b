import { type StandbyState, standbyStates } from "@weir/protocol/closed-sets";
import type { ClusterStatus } from "../../manage/system/cluster-status.ts";
import type { Postgres } from "../../platform/postgres/open-postgres.ts";

const answerMaxMs = 2000;

interface StandbyRow {
  readonly name: string;
  readonly address: string | null;
  readonly state: string | null;
  readonly lagMs: number | null;
}

/**
 * PostgreSQL as its primary sees itself and the standbys. Roles without pg_monitor cannot see the state of standbys,
 * which is then unknown.
 */
export async function readPostgres(postgres: Postgres): Promise<ClusterStatus["postgres"]> {
  const ask = <Row>(text: string) => postgres.query<Row>({ text, query_timeout: answerMaxMs });
  const [server, standbys] = await Promise.all([
    ask<{ version: string; address: string | null; names: string }>(
      `SELECT split_part(current_setting('server_version'), ' ', 1) AS version,
              host(inet_server_addr()) || ':' || inet_server_port() AS address,
              current_setting('synchronous_standby_names') AS names`,
    ),
    ask<StandbyRow>(
      `SELECT coalesce(application_name, '') AS name, host(client_addr) AS address,
              CASE WHEN state = 'streaming' THEN sync_state WHEN state IS NOT NULL THEN 'catching up' END AS state,
              (extract(epoch FROM replay_lag) * 1000)::float8 AS "lagMs"
       FROM pg_stat_replication ORDER BY application_name`,
    ),
  ]);
  const { version, address, names } = server.rows[0]!;
  return {
    address: address ?? postgres.address,
    version,
    waitsForStandby: names !== "",
    standbys: standbys.rows.map(({ name, address, state, lagMs }) => ({
      name,
      address: address ?? "",
      lagMs,
      state: standbyStates.find((known) => known === state) ?? ("unknown" satisfies StandbyState),
    })),
  };
}
