import type { Database, Statement } from "bun:sqlite";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import type { NodeState } from "../settlement.ts";
import {
  type NodeCount,
  type NodeError,
  nodeCountFields,
  nodeErrorFields,
  stateFields,
  tablesOfChains,
  tablesOfSensors,
} from "./record.ts";

/** Writes states, counts and errors of nodes on the connection of the reading store, within its transaction. */
export class SqliteNodeRecords {
  readonly #db: Database;
  readonly #saveState: Statement;
  readonly #addCount: Statement;
  readonly #noteError: Statement;

  constructor(db: Database) {
    this.#db = db;
    this.#saveState = db.prepare(
      `${insertOf("node_states", stateFields)} ON CONFLICT DO UPDATE SET state = excluded.state`,
    );
    this.#addCount = db.prepare(
      `${insertOf("node_counts", nodeCountFields)}
       ON CONFLICT DO UPDATE SET readings = readings + excluded.readings, ended = ended + excluded.ended`,
    );
    this.#noteError = db.prepare(
      `${insertOf("node_errors", nodeErrorFields)}
       ON CONFLICT DO UPDATE
       SET sensor_id = excluded.sensor_id, happened_ms = excluded.happened_ms, reason = excluded.reason`,
    );
  }

  saveState({ node: { chainId, nodeId }, sensorId, state }: NodeState): void {
    const row = { sensorId, chainId, nodeId, state };
    this.#saveState.run(...stateFields.map((field) => row[field]));
  }

  addCounts(count: NodeCount): void {
    this.#addCount.run(...nodeCountFields.map((field) => count[field]));
  }

  /** Replaces the last error of the node. */
  noteError(error: NodeError): void {
    this.#noteError.run(...nodeErrorFields.map((field) => error[field]));
  }

  /** Deletes the states and alarms of a removed sensor. */
  forgetSensor(sensorId: number): void {
    for (const table of tablesOfSensors) {
      this.#db.query(`DELETE FROM ${table} WHERE sensor_id = ?`).run(sensorId);
    }
  }

  /** Deletes the states, counts and errors of a removed chain. Its alarms and dead letters stay. */
  forgetChain(chainId: number): void {
    for (const table of tablesOfChains) {
      this.#db.query(`DELETE FROM ${table} WHERE chain_id = ?`).run(chainId);
    }
  }
}
