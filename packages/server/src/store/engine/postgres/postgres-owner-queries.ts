import type { RawBuilder } from "kysely";
import { keptRecords } from "../../kept-records.ts";
import type { LastIds, OwnerQueries } from "../../owner-queries.ts";
import { readLastEntries, readProgress } from "./partition-row.ts";
import { postgresStoreDialect } from "./postgres-store-dialect.ts";
import { queryOf } from "./run-work.ts";
import type { StoreDatabase } from "./store-database.ts";

interface OwnerQueryOptions {
  /** The partition whose alarms, dead letters, ids and parked frames are read. */
  readonly partition: number;
  readonly waitingMax?: number | undefined;
}

/** Reads for the owner of one partition. The owner of several partitions has one of these for each. */
export function postgresOwnerQueries(
  database: StoreDatabase,
  { partition, waitingMax }: OwnerQueryOptions,
): OwnerQueries {
  const reader = {
    dialect: postgresStoreDialect,
    partition,
    rows: async <Row>(statement: RawBuilder<Row>) => (await database.query<Row>(queryOf(statement))).rows,
  };
  return {
    ...keptRecords(reader, waitingMax),

    progress: (of) => readProgress(database, of),

    lastEntries: () => readLastEntries(database, partition),

    async lastIds() {
      const { rows } = await database.query<LastIds>(
        `SELECT alarm, dead_letter AS "deadLetter" FROM weir_store.given_ids WHERE partition = $1`,
        [partition],
      );
      return rows[0] ?? { alarm: 0, deadLetter: 0 };
    },

    async states(sensorIds) {
      const { rows } = await database.query<StateRow>({
        name: "node states",
        text: `SELECT chain_id AS "chainId", node_id AS "nodeId", sensor_id AS "sensorId", state
          FROM weir_store.node_states WHERE sensor_id = ANY ($1::int8[])`,
        values: [sensorIds],
      });
      return rows.map(({ chainId, nodeId, sensorId, state }) => ({
        node: { chainId, nodeId },
        sensorId,
        state,
      }));
    },
  };
}

interface StateRow {
  readonly chainId: number;
  readonly nodeId: string;
  readonly sensorId: number;
  readonly state: Uint8Array;
}
