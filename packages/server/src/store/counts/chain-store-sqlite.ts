import type { Database, SQLQueryBindings, Statement } from "bun:sqlite";
import { keptLetters } from "../dead-letters/kept-letters.ts";
import {
  type DeadLetter,
  type DeadLetterFilter,
  deadLettersMaxPerAccount,
  type KeptDeadLetter,
  letterFields,
  letterOf,
} from "../dead-letters/record.ts";
import { insertOf } from "../engine/sqlite/insert-of.ts";
import { sqliteRows } from "../engine/sqlite/run-work.ts";
import { sqliteStoreDialect } from "../engine/sqlite/sqlite-store-dialect.ts";
import { keptCounts, rulesWithStates } from "./kept-counts.ts";
import type { NodeKey } from "./node-key.ts";
import { type NodeCount, type NodeError, nodeCountFields, nodeErrorFields } from "./record.ts";

/** Keeps the records of chains on the connection of the reading store, within its transaction. */
export class SqliteChainStore {
  readonly #db: Database;
  readonly #saveState: Statement;
  readonly #addLetter: Statement;
  readonly #addCount: Statement;
  readonly #noteError: Statement;
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
    this.#addCount = db.prepare(
      `${insertOf("node_counts", nodeCountFields)}
       ON CONFLICT DO UPDATE SET readings = readings + excluded.readings, ended = ended + excluded.ended`,
    );
    this.#noteError = db.prepare(
      `${insertOf("node_errors", nodeErrorFields)}
       ON CONFLICT DO UPDATE
       SET sensor_id = excluded.sensor_id, happened_ms = excluded.happened_ms, reason = excluded.reason`,
    );
    this.#addLetter = db.prepare(insertOf("dead_letters", letterFields));
  }

  saveState({ chainId, nodeId }: NodeKey, sensorId: number, state: Uint8Array): void {
    this.#saveState.run(sensorId, chainId, nodeId, state);
  }

  counts(): NodeCount[] {
    return sqliteRows(this.#db, keptCounts(sqliteStoreDialect));
  }

  rulesWithStates(): number[] {
    return sqliteRows(this.#db, rulesWithStates(sqliteStoreDialect)).map(({ id }) => id);
  }

  addCounts(count: NodeCount): void {
    this.#addCount.run(...nodeCountFields.map((field) => count[field]));
  }

  /** Replaces the last error of the node. */
  noteError(error: NodeError): void {
    this.#noteError.run(...nodeErrorFields.map((field) => error[field]));
  }

  /**
   * Keeps a dead letter with the given id, or with a new one, and returns the id. Past the limit of an account its
   * oldest letters are deleted.
   */
  deadLetter(letter: DeadLetter & { readonly id?: number }): number {
    this.#makeDeadLetterRoom(letter.accountId);
    const { lastInsertRowid } = this.#addLetter.run(...letterFields.map((field) => letter[field] ?? null));
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
  deadLetters(filter: DeadLetterFilter): KeptDeadLetter[] {
    return sqliteRows(this.#db, keptLetters(sqliteStoreDialect, filter)).map(letterOf);
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
