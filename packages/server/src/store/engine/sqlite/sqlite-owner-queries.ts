import type { Statement } from "bun:sqlite";
import type { RawBuilder } from "kysely";
import { assertOnly } from "../../../queue/position.ts";
import { keptRecords } from "../../kept-records.ts";
import type { OwnerQueries } from "../../owner-queries.ts";
import type { SqliteReadingStore } from "../../readings/sqlite/sqlite-reading-store.ts";
import type { NodeState } from "../../settlement.ts";
import { sqliteRows } from "./run-work.ts";
import { sqliteStoreDialect } from "./sqlite-store-dialect.ts";

/** Reads for the owner of the only partition, on the connection of the reading store. */
export function sqliteOwnerQueries(
  store: Pick<SqliteReadingStore, "database" | "progress">,
  waitingMax?: number,
): OwnerQueries {
  const db = store.database;
  const states: Statement<StateRow, [string]> = db.prepare(
    `SELECT chain_id AS chainId, node_id AS nodeId, sensor_id AS sensorId, state
     FROM json_each(?) JOIN node_states ON sensor_id = value`,
  );
  // The highest id that a table with AUTOINCREMENT ever had.
  const lastId: Statement<{ seq: number }, [string]> = db.prepare(
    "SELECT seq FROM sqlite_sequence WHERE name = ?",
  );
  const reader = {
    dialect: sqliteStoreDialect,
    rows: async <Row>(statement: RawBuilder<Row>) => sqliteRows(db, statement),
  };
  return {
    ...keptRecords(reader, waitingMax),

    async progress(partition) {
      assertOnly(partition);
      return store.progress();
    },

    async lastEntries() {
      return new Map();
    },

    async lastIds() {
      return {
        alarm: lastId.get("alarms")?.seq ?? 0,
        deadLetter: lastId.get("dead_letters")?.seq ?? 0,
      };
    },

    async states(sensorIds): Promise<NodeState[]> {
      return states.all(JSON.stringify(sensorIds)).map(({ chainId, nodeId, sensorId, state }) => {
        return { node: { chainId, nodeId }, sensorId, state };
      });
    },
  };
}

interface StateRow {
  readonly chainId: number;
  readonly nodeId: string;
  readonly sensorId: number;
  readonly state: Uint8Array;
}
