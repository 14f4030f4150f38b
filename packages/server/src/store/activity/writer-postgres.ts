import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import { columnList } from "../engine/record-columns.ts";
import type { KeptRequests } from "./activity-keeper.ts";
import { newestOfDevices, requestFields, requestRow, stayingShare, surplusShare } from "./record.ts";
import { type KeptOfAccount, tenantSurpluses } from "./tenant-surplus.ts";

const columns = columnList(requestFields);

/**
 * The approximate limit of one partition: lines, and the rest of each row. With indexes, the tables take about three
 * times as much.
 */
const bytesMaxOfPartition = 16 * 1024 * 1024;

/**
 * Writes the latest requests of devices, one row each, and limits them: each device keeps its newest, and past the
 * limit of the partition, tenants over their share lose their oldest. A device is cut back when enough requests have been added; the numbers
 * added are remembered here. After another process owned the partition, these numbers are too low, which only delays
 * the cut.
 */
export class PostgresRequestWriter {
  readonly #bytesMax: number;
  /** How many requests were added for each device of this partition since it was last cut back. */
  readonly #added = new Map<number, number>();

  constructor(bytesMax = bytesMaxOfPartition) {
    this.#bytesMax = bytesMax;
  }

  async keep(
    tx: PostgresSession,
    partition: number,
    { records, keptPerDevice: perDevice, tenantOf }: KeptRequests,
  ): Promise<void> {
    if (records.length === 0 || perDevice < 1) return;
    const added = await insertRequests(tx, partition, newestOfDevices(records, perDevice));
    const removed = await this.#cutBack(tx, records, perDevice);
    const bytes = await resize(tx, partition, added - removed);
    if (bytes > this.#bytesMax) await this.#removeOldest({ tx, partition, bytes }, tenantOf);
  }

  async forgetDevices(tx: PostgresSession, partition: number, deviceIds: readonly number[]): Promise<void> {
    for (const deviceId of deviceIds) this.#added.delete(deviceId);
    const { rows } = await tx.query<{ bytes: number }>(
      `WITH gone AS (DELETE FROM weir_store.requests WHERE device_id = ANY ($1::int8[]) RETURNING partition, bytes)
       SELECT coalesce(sum(bytes) FILTER (WHERE partition = $2), 0)::int8 AS bytes FROM gone`,
      [deviceIds, partition],
    );
    // Other partitions keep their size, which is measured again when it has reached the limit. Changing it here could deadlock.
    if (rows[0]!.bytes > 0) await resize(tx, partition, -rows[0]!.bytes);
  }

  /** Returns how many bytes were deleted. */
  async #cutBack(
    tx: PostgresSession,
    records: readonly ActivityRecord[],
    perDevice: number,
  ): Promise<number> {
    for (const { deviceId } of records) this.#added.set(deviceId, (this.#added.get(deviceId) ?? 0) + 1);
    const due = [...new Set(records.map(({ deviceId }) => deviceId))].filter(
      (deviceId) => this.#added.get(deviceId)! >= perDevice * surplusShare,
    );
    if (due.length === 0) return 0;
    for (const deviceId of due) this.#added.set(deviceId, 0);
    return remove(
      tx,
      `(partition, id) IN (
         SELECT surplus.partition, surplus.id FROM unnest($1::int8[]) AS due (device_id) CROSS JOIN LATERAL (
           SELECT partition, id FROM weir_store.requests AS own WHERE own.device_id = due.device_id
           ORDER BY arrival_ms DESC, length(request_id) DESC, request_id DESC OFFSET $2
         ) AS surplus
       )`,
      [due, perDevice],
    );
  }

  async #removeOldest(
    { tx, partition, bytes: counted }: CountedPartition,
    tenantOf: KeptRequests["tenantOf"],
  ): Promise<void> {
    const { rows } = await tx.query<KeptOfAccount>(
      `SELECT account_id AS "accountId", sum(bytes)::int8 AS bytes FROM weir_store.requests
       WHERE partition = $1 GROUP BY account_id`,
      [partition],
    );
    const most = Math.floor(this.#bytesMax * stayingShare);
    let left = rows.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { accountIds, bytes } of tenantSurpluses(rows, tenantOf, most)) {
      left -= await remove(
        tx,
        `(partition, id) IN (
           SELECT partition, id FROM (
             SELECT partition, id, sum(bytes) OVER (ORDER BY id) - bytes AS bytes_before FROM weir_store.requests
             WHERE partition = $1 AND account_id = ANY ($2::int8[])
           ) AS ages WHERE bytes_before < $3
         )`,
        [partition, accountIds, Math.ceil(bytes)],
      );
    }
    await resize(tx, partition, left - counted);
  }
}

interface CountedPartition {
  readonly tx: PostgresSession;
  readonly partition: number;
  /** The size that the partition is thought to have. */
  readonly bytes: number;
}

/** Returns roughly how many bytes were written. */
async function insertRequests(
  tx: PostgresSession,
  partition: number,
  records: readonly ActivityRecord[],
): Promise<number> {
  const rows = records.map(storableRequestRow);
  await tx.query({
    name: "keep requests",
    text: `INSERT INTO weir_store.requests (partition, ${columns})
      SELECT $1, ${columns.replace("reasons", "string_to_array(reasons, ' ')")}
      FROM unnest($2::int8[], $3::int8[], $4::float8[], $5::text[], $6::int8[], $7::boolean[], $8::text[], $9::int4[], $10::text[])
        WITH ORDINALITY AS request (${columns}, nth)
      ORDER BY nth`,
    values: [
      partition,
      records.map(({ accountId }) => accountId),
      records.map(({ deviceId }) => deviceId),
      records.map(({ arrivalMs }) => arrivalMs),
      rows.map(({ requestId }) => requestId),
      records.map(({ accepted }) => accepted),
      rows.map(({ isTroubled }) => isTroubled),
      rows.map(({ reasons }) => reasons.join(" ")),
      rows.map(({ bytes }) => bytes),
      rows.map(({ line }) => line),
    ],
  });
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}

/** The row of a request in texts that PostgreSQL can store. */
export function storableRequestRow(record: ActivityRecord) {
  const row = requestRow(record);
  return { ...row, line: storableText(row.line), requestId: storableText(record.requestId) };
}

/** Deletes at most `max` requests of an account that this partition keeps. Resolves to how many. */
export async function removeRequests(
  tx: PostgresSession,
  partition: number,
  accountId: number,
  max: number,
): Promise<number> {
  const { rows } = await tx.query<{ requests: number; bytes: number }>(
    `WITH gone AS (
       DELETE FROM weir_store.requests WHERE (partition, id) IN (
         SELECT partition, id FROM weir_store.requests WHERE account_id = $1 AND partition = $2 LIMIT $3
       ) RETURNING bytes
     ) SELECT count(*) AS requests, coalesce(sum(bytes), 0)::int8 AS bytes FROM gone`,
    [accountId, partition, max],
  );
  const { requests, bytes } = rows[0]!;
  if (requests > 0) await resize(tx, partition, -bytes);
  return requests;
}

/** Returns how many bytes were deleted. */
async function remove(tx: PostgresSession, which: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `WITH gone AS (DELETE FROM weir_store.requests WHERE ${which} RETURNING bytes)
     SELECT coalesce(sum(bytes), 0)::int8 AS bytes FROM gone`,
    values,
  );
  return rows[0]!.bytes;
}

/** Updates the size that the partition keeps, and returns it. */
async function resize(tx: PostgresSession, partition: number, bytes: number): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>({
    name: "resize activity",
    text: `INSERT INTO weir_store.activity_kept AS kept (partition, bytes) VALUES ($1, $2)
      ON CONFLICT (partition) DO UPDATE SET bytes = kept.bytes + excluded.bytes RETURNING bytes`,
    values: [partition, bytes],
  });
  return rows[0]!.bytes;
}
