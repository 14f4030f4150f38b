import { sql } from "kysely";
import { type Position, startOf } from "../../queue/position.ts";
import type { StoreReader } from "../engine/store-reader.ts";
import { fatesOf } from "./fates-of-requests.ts";
import type { ChainUse, UnsavedEnd } from "./reading-fates.ts";
import { type ChainUseRow, chainUseSelectList, type ReadingFates, unsavedEndSelectList } from "./record.ts";

/**
 * Tells what became of the accepted readings of a request. It reads beside the processor and changes nothing. The
 * processor continues meanwhile: a caller that awaits the settled position first and asks for the horizon last is never
 * told that a reading was saved when it was not.
 */
export interface ReceiptQueries {
  /** The accepted readings of a request that are settled but were not saved, in order. None if they have been forgotten. */
  fates(requestBoot: number, requestNumber: number): Promise<ReadingFates[]>;
  /** The chain that the readings of each sensor of the device entered at that position of the queue, as far as it is known. */
  chainsInUse(deviceId: number, position: Position): Promise<ChainUse[]>;
  /** Where readings of an account were lost at this time or later, latest first, at most `limit` of them. */
  unsavedEnds(accountId: number, sinceMs: number, limit: number): Promise<UnsavedEnd[]>;
  /** What became of requests that arrived before this time has been forgotten; 0 if nothing has. */
  forgottenBeforeMs(): Promise<number>;
  /** How far a partition of the queue is settled for a device: up to its first parked reading. */
  settledPosition(deviceId: number, partition: number): Promise<Position>;
  close(): Promise<void>;
}

export function receiptQueries(reader: StoreReader): ReceiptQueries {
  const { dialect } = reader;

  return {
    async fates(requestBoot, requestNumber) {
      const request = { boot: requestBoot, number: requestNumber };
      const fates = await reader.atOnce(null, () => fatesOf(dialect, [request]));
      return fates?.[0] ?? [];
    },

    async chainsInUse(deviceId, { partition, sequence }) {
      dialect.assertPartition(partition);
      const rows = await reader.rows(
        null,
        sql<ChainUseRow>`
          SELECT ${sql.raw(chainUseSelectList)} FROM ${dialect.table("chains_in_use")}
          WHERE (device_id, sensor_id, from_position) IN (
            SELECT device_id, sensor_id, max(from_position) FROM ${dialect.table("chains_in_use")}
            WHERE device_id = ${deviceId} AND from_position <= ${sequence} GROUP BY device_id, sensor_id
          ) ORDER BY sensor_id`,
      );
      return rows.map((use) => ({ ...use, fromPosition: { partition, sequence: use.fromPosition } }));
    },

    unsavedEnds: (accountId, sinceMs, limit) =>
      reader.rows(
        accountId,
        sql<UnsavedEnd>`
          SELECT ${sql.raw(unsavedEndSelectList)} FROM ${dialect.table("unsaved_ends")}
          WHERE account_id = ${accountId} AND last_ms >= ${Math.ceil(sinceMs)} ORDER BY last_ms DESC LIMIT ${limit}`,
      ),

    /** A request does not name its partition, so the latest horizon of all partitions applies to every request. */
    async forgottenBeforeMs() {
      const [found] = await reader.rows(
        null,
        sql<{ beforeMs: number | null }>`
          SELECT max(forgotten_before_ms) AS "beforeMs" FROM ${dialect.table("receipts_kept")}`,
      );
      return found?.beforeMs ?? 0;
    },

    async settledPosition(deviceId, partition) {
      dialect.assertPartition(partition);
      const [found] = await reader.rows(
        null,
        sql<{ sequence: number }>`
          SELECT coalesce(
            (SELECT min(position) - 1 FROM ${dialect.table("parked_frames")} WHERE device_id = ${deviceId}), position
          ) AS sequence FROM ${dialect.table("partitions")} 
          WHERE partition = ${dialect.partitionOf(deviceId, partition)}`,
      );
      return found === undefined ? startOf(partition) : { partition, ...found };
    },

    close: () => reader.close(),
  };
}
