import type { Database } from "bun:sqlite";
import { join } from "node:path";
import { openForReading } from "../../platform/sqlite/open-for-reading.ts";
import { assertOnly, type Position, sequenceInOnly, startOf } from "../../queue/position.ts";
import type { ChainUse, UnsavedEnd } from "../reading-fates.ts";
import type { ReadingFates, ReceiptQueries } from "../receipt-queries.ts";
import { readFates } from "./read-fates.ts";
import { storeFile, storeMigrations } from "./store-schema.ts";
import { selectUnsavedEnds } from "./unsaved-end-rows.ts";

/** Reads the store's file beside the processor. If there is no file yet, nothing was settled yet. */
export class SqliteReceiptQueries implements ReceiptQueries {
  readonly #db: Database | null;

  constructor(dataDir: string) {
    this.#db = openForReading(join(dataDir, storeFile), storeMigrations);
  }

  async fates(requestBoot: number, requestNumber: number): Promise<ReadingFates[]> {
    return this.#db === null ? [] : readFates(this.#db, requestBoot, requestNumber);
  }

  async chainsInUse(deviceId: number, position: Position): Promise<ChainUse[]> {
    // SQLite takes bare columns beside a max() from the row with that maximum.
    const select = `SELECT device_id AS deviceId, sensor_id AS sensorId, chain_id AS chainId,
        chain_version AS chainVersion, max(from_position) AS sequence
      FROM chains_in_use WHERE device_id = ? AND from_position <= ? GROUP BY sensor_id`;
    const uses = this.#db?.query<UseRow, [number, number]>(select).all(deviceId, sequenceInOnly(position));
    const { partition } = position;
    return uses?.map(({ sequence, ...use }) => ({ ...use, fromPosition: { partition, sequence } })) ?? [];
  }

  async unsavedEnds(accountId: number, sinceMs: number, limit: number): Promise<UnsavedEnd[]> {
    const select = this.#db?.query<UnsavedEnd, [number, number, number]>(selectUnsavedEnds);
    return select?.all(accountId, sinceMs, limit) ?? [];
  }

  async forgottenBeforeMs(): Promise<number> {
    return this.#number("SELECT forgotten_before_ms AS number FROM receipts_kept");
  }

  async settledPosition(deviceId: number, partition: number): Promise<Position> {
    assertOnly(partition);
    const select = `SELECT partition,
        coalesce((SELECT min(position) - 1 FROM parked_frames WHERE device_id = ?), position) AS sequence
      FROM partitions WHERE partition = ?`;
    return this.#db?.query<Position, [number, number]>(select).get(deviceId, partition) ?? startOf(partition);
  }

  async close(): Promise<void> {
    this.#db?.close();
  }

  #number(select: string): number {
    return this.#db?.query<{ number: number }, []>(select).get()?.number ?? 0;
  }
}

type UseRow = Omit<ChainUse, "fromPosition"> & { readonly sequence: number };
