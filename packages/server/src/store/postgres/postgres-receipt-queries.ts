import type { Position } from "../../queue/position.ts";
import type { ChainUse, UnsavedEnd } from "../reading-fates.ts";
import type { ReadingFates, ReceiptQueries } from "../receipt-queries.ts";
import { readProgress } from "./partition-row.ts";
import { readFates } from "./read-fates.ts";
import type { StoreDatabase } from "./store-database.ts";

export class PostgresReceiptQueries implements ReceiptQueries {
  readonly #database: StoreDatabase;

  constructor(database: StoreDatabase) {
    this.#database = database;
  }

  async fates(requestBoot: number, requestNumber: number): Promise<ReadingFates[]> {
    return (await readFates(this.#database, [{ boot: requestBoot, number: requestNumber }]))[0]!;
  }

  async chainsInUse(deviceId: number, { partition, sequence }: Position): Promise<ChainUse[]> {
    const { rows } = await this.#database.query<Omit<ChainUse, "fromPosition"> & { sequence: number }>(
      `SELECT DISTINCT ON (sensor_id) device_id AS "deviceId", sensor_id AS "sensorId", chain_id AS "chainId",
         chain_version AS "chainVersion", from_position AS sequence
       FROM weir_store.chains_in_use WHERE device_id = $1 AND from_position <= $2
       ORDER BY sensor_id, from_position DESC`,
      [deviceId, sequence],
    );
    return rows.map(({ sequence, ...use }) => ({ ...use, fromPosition: { partition, sequence } }));
  }

  unsavedEnds(accountId: number, sinceMs: number, limit: number): Promise<UnsavedEnd[]> {
    return this.#database.rowsFor(
      accountId,
      `SELECT account_id AS "accountId", device_id AS "deviceId", fate, chain_id AS "chainId",
         chain_version AS "chainVersion", nullif(node_id, '') AS "nodeId", nullif(output, '') AS output,
         sensor_id AS "sensorId", value, first_ms AS "firstMs", last_ms AS "lastMs"
       FROM weir_store.unsaved_ends WHERE account_id = $1 AND last_ms >= $2::float8 ORDER BY last_ms DESC LIMIT $3`,
      [accountId, sinceMs, limit],
    );
  }

  /** A request does not name its partition, so the latest horizon of all partitions applies to every request. */
  async forgottenBeforeMs(): Promise<number> {
    const { rows } = await this.#database.query<{ beforeMs: number | null }>(
      `SELECT max(forgotten_before_ms) AS "beforeMs" FROM weir_store.receipts_kept`,
    );
    return rows[0]!.beforeMs ?? 0;
  }

  async settledPosition(deviceId: number, partition: number): Promise<Position> {
    return this.#database.read(async (tx) => {
      const { rows } = await tx.query<{ sequence: number | null }>(
        `SELECT min(position) - 1 AS sequence FROM weir_store.parked_frames WHERE device_id = $1`,
        [deviceId],
      );
      const { position } = await readProgress(tx, partition);
      return { partition, sequence: rows[0]!.sequence ?? position.sequence };
    });
  }

  /** The database is closed by whoever opened it. */
  async close(): Promise<void> {}
}
