import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import {
  type DeadLetter,
  type KeptDeadLetter,
  type LetterRow,
  letterOf,
  letterSelectList,
} from "../dead-letters/record.ts";
import type { DeadLetterFilter, NodeKey } from "./node-key.ts";
import { countSelectList, type NodeCount, type NodeError } from "./record.ts";

/** How many dead letters of one account are kept. A chain that fails for every reading must not fill the disk. */
const deadLettersMaxPerAccount = 100_000;

/** Keeps the records of chains on the connection of the reading store, within its transaction. */
export class SqliteChainStore {
  readonly #db: Database;
  readonly #saveState: Statement;
  readonly #deadLettersMax: number;
  /** How many more letters each account may get before its letters are counted again. */
  readonly #deadLetterRoom = new Map<number | null, number>();

  constructor(db: Database, deadLettersMax = deadLettersMaxPerAccount) {
    this.#db = db;
    this.#deadLettersMax = deadLettersMax;
    this.#saveState = db.prepare(
      `INSERT INTO node_states (sensor_id, chain_id, node_id, state) VALUES (?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET state = excluded.state`,
    );
  }

  saveState({ chainId, nodeId }: NodeKey, sensorId: number, state: Uint8Array): void {
    this.#saveState.run(sensorId, chainId, nodeId, state);
  }

  counts(): NodeCount[] {
    return this.#db.query(`SELECT ${countSelectList} FROM node_counts`).all() as NodeCount[];
  }

  /** Steps from id to id in the index, because a rule may have states of many sensors. */
  rulesWithStates(): number[] {
    const rows = this.#db
      .query(
        `WITH RECURSIVE found (chain_id) AS (
           SELECT max(chain_id) FROM node_states WHERE chain_id < 0
           UNION ALL
           SELECT (SELECT max(chain_id) FROM node_states WHERE chain_id < found.chain_id)
           FROM found WHERE chain_id IS NOT NULL
         )
         SELECT -chain_id AS id FROM found WHERE chain_id IS NOT NULL`,
      )
      .all() as { id: number }[];
    return rows.map(({ id }) => id);
  }

  addCounts({ chainId, nodeId, output, readings, ended }: NodeCount): void {
    this.#run(
      `INSERT INTO node_counts (chain_id, node_id, output, readings, ended) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE SET readings = readings + excluded.readings, ended = ended + excluded.ended`,
      [chainId, nodeId, output, readings, ended],
    );
  }

  /** Replaces the last error of the node. */
  noteError({ chainId, nodeId, sensorId, happenedMs, reason }: NodeError): void {
    this.#run(
      `INSERT INTO node_errors (chain_id, node_id, sensor_id, happened_ms, reason) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT DO UPDATE
       SET sensor_id = excluded.sensor_id, happened_ms = excluded.happened_ms, reason = excluded.reason`,
      [chainId, nodeId, sensorId, happenedMs, reason],
    );
  }

  /**
   * Keeps a dead letter with the given id, or with a new one, and returns the id. Past the limit of an account its
   * oldest letters are deleted.
   */
  deadLetter(letter: DeadLetter & { readonly id?: number }): number {
    const { reason, diedMs, accountId, deviceId, sensorId, chainId, chainVersion, nodeId, nodeInput } =
      letter;
    const { atUs, value, receivedUs, deviceUs, metadata, batteryVolts, raw } = letter;
    this.#makeDeadLetterRoom(accountId);
    const { lastInsertRowid } = this.#db
      .query(
        `INSERT INTO dead_letters (reason, died_ms, account_id, device_id, sensor_id, chain_id, chain_version, node_id,
         node_input, at_us, value, received_us, device_us, metadata, battery_volts, raw, id)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        reason,
        diedMs,
        accountId,
        deviceId,
        sensorId,
        chainId,
        chainVersion,
        nodeId,
        nodeInput,
        atUs,
        value,
        receivedUs,
        deviceUs,
        metadata,
        batteryVolts,
        raw,
        letter.id ?? null,
      );
    return Number(lastInsertRowid);
  }

  /** Forgets how much room the accounts have. */
  dropMemory(): void {
    this.#deadLetterRoom.clear();
  }

  #makeDeadLetterRoom(accountId: number | null): void {
    const room = this.#deadLetterRoom.get(accountId) ?? 0;
    const left = room > 0 ? room : this.#deadLettersMax - this.#countDeadLetters(accountId);
    if (left > 0) {
      this.#deadLetterRoom.set(accountId, left - 1);
      return;
    }
    const oldest = "SELECT id FROM dead_letters WHERE account_id IS ? ORDER BY id LIMIT ?";
    const share = Math.ceil(this.#deadLettersMax / 100);
    this.#run(`DELETE FROM dead_letters WHERE id IN (${oldest})`, [accountId, share]);
    this.#deadLetterRoom.set(accountId, share - 1);
  }

  #countDeadLetters(accountId: number | null): number {
    const row = this.#db
      .query("SELECT count(*) AS letters FROM dead_letters WHERE account_id IS ?")
      .get(accountId);
    return (row as { letters: number }).letters;
  }

  /** Dead letters from an id on, oldest first. */
  deadLetters({ accountId, sensorId, fromId, limit }: DeadLetterFilter): KeptDeadLetter[] {
    const rows = this.#db
      .query(
        `SELECT ${letterSelectList} FROM dead_letters
         WHERE id >= ?1 AND (?2 IS NULL OR account_id = ?2) AND (?3 IS NULL OR sensor_id = ?3)
         ORDER BY id LIMIT ?4`,
      )
      .all(fromId, accountId, sensorId, limit) as LetterRow[];
    return rows.map(letterOf);
  }

  removeDeadLetter(id: number): boolean {
    return this.#run("DELETE FROM dead_letters WHERE id = ?", [id]);
  }

  /** Deletes the states and alarms of a removed sensor. */
  forgetSensor(sensorId: number): void {
    this.#run("DELETE FROM node_states WHERE sensor_id = ?", [sensorId]);
    this.#run("DELETE FROM alarms WHERE sensor_id = ?", [sensorId]);
  }

  /** Deletes the states, counts and errors of a removed chain. Its alarms and dead letters stay. */
  forgetChain(chainId: number): void {
    for (const table of ["node_states", "node_counts", "node_errors"]) {
      this.#run(`DELETE FROM ${table} WHERE chain_id = ?`, [chainId]);
    }
  }

  #run(sql: string, bindings: SQLQueryBindings[]): boolean {
    return this.#db.query(sql).run(...bindings).changes > 0;
  }
}
