import type { Database, Statement } from "bun:sqlite";
import { join } from "node:path";
import { openDatabase } from "../../platform/sqlite/open-database.ts";
import type { AcceptedReading, AcceptedReadings } from "../accepted-readings.ts";
import { findAccepted } from "../find-accepted.ts";
import type { RequestNumber } from "../packed-readings.ts";
import { type Position, sequenceInOnly } from "../position.ts";
import { logFile } from "./log-schema.ts";

/** How many groups may have become durable between that of a request and its answer. */
const entriesMax = 16;

export class SqliteAcceptedReadings implements AcceptedReadings {
  readonly #db: Database;
  readonly #entriesUpTo: Statement<{ data: Uint8Array }, [number, number]>;

  constructor(dataDir: string) {
    this.#db = openDatabase(join(dataDir, logFile), { synchronous: "full", readonly: true });
    this.#entriesUpTo = this.#db.prepare(
      "SELECT data FROM entries WHERE position <= ? ORDER BY position DESC LIMIT ?",
    );
  }

  async of(
    request: RequestNumber,
    position: Position,
    max: number,
  ): Promise<readonly AcceptedReading[] | null> {
    for (const { data } of this.#entriesUpTo.iterate(sequenceInOnly(position), entriesMax)) {
      const found = findAccepted(data, request, max);
      if (found !== null) return found;
    }
    return null;
  }

  async close(): Promise<void> {
    this.#db.close();
  }
}
