import type { ActivityRecord } from "../../activity/activity-record.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { encodeLine } from "../activity-line.ts";
import { isTroubledRequest, reasonsOfRequest } from "../reasons-of-request.ts";
import { storableText } from "./storable-text.ts";

/** Of one partition, about: lines, and what is beside each in its row. With indexes, tables take about three times as much. */
const bytesMaxOfPartition = 16 * 1024 * 1024;
const rowBytes = 60;
/** When there is too much, so much of it stays, so that not every write has to remove something. */
const stayingShare = 0.95;
/** A device is looked at when it has this share of what is kept of it more than when it was last looked at. */
const surplusShare = 0.5;

/**
 * Writes the last requests of devices, a row each, and keeps them few: of each device the newest, and past a limit of the partition
 * the oldest give way. A device is cut back when enough has come; what has come is remembered here. Of a partition that was somebody
 * else's meanwhile that is too little, which only makes it later.
 */
export class RequestWriter {
  readonly #bytesMax: number;
  /** What has come of each device of this partition since it was last cut back. */
  readonly #added = new Map<number, number>();

  constructor(bytesMax = bytesMaxOfPartition) {
    this.#bytesMax = bytesMax;
  }

  async keep(
    tx: PostgresSession,
    partition: number,
    records: readonly ActivityRecord[],
    perDevice: number,
  ): Promise<void> {
    if (records.length === 0 || perDevice < 1) return;
    const added = await insertRequests(tx, partition, newestOf(records, perDevice));
    const removed = await this.#cutBack(tx, records, perDevice);
    const bytes = await resize(tx, partition, added - removed);
    if (bytes > this.#bytesMax) await this.#removeOldest(tx, partition);
  }

  async forgetDevices(tx: PostgresSession, partition: number, deviceIds: readonly number[]): Promise<void> {
    for (const deviceId of deviceIds) this.#added.delete(deviceId);
    const removed = await remove(tx, "device_id = ANY ($1::int8[])", [deviceIds]);
    if (removed > 0) await resize(tx, partition, -removed);
  }

  /** Returns how many bytes are gone. */
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

  async #removeOldest(tx: PostgresSession, partition: number): Promise<void> {
    const removed = await remove(
      tx,
      `partition = $1 AND id <= (
         SELECT max(id) FROM (
           SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS bytes_since FROM weir_store.requests WHERE partition = $1
         ) AS ages WHERE bytes_since > $2
       )`,
      [partition, Math.floor(this.#bytesMax * stayingShare)],
    );
    await resize(tx, partition, -removed);
  }
}

/** The oldest first. Of one device more than are kept need not be written. */
function newestOf(records: readonly ActivityRecord[], perDevice: number): ActivityRecord[] {
  const written = new Map<number, number>();
  const newest = records.toReversed().filter(({ deviceId }) => {
    const count = (written.get(deviceId) ?? 0) + 1;
    written.set(deviceId, count);
    return count <= perDevice;
  });
  return newest.reverse();
}

/** Returns about how many bytes that took. */
async function insertRequests(
  tx: PostgresSession,
  partition: number,
  records: readonly ActivityRecord[],
): Promise<number> {
  const lines = records.map((record) => storableText(encodeLine(record)));
  const bytes = lines.map((line) => rowBytes + line.length);
  await tx.query({
    name: "keep requests",
    text: `INSERT INTO weir_store.requests
        (partition, account_id, device_id, arrival_ms, request_id, accepted, is_troubled, reasons, bytes, line)
      SELECT $1, account_id, device_id, arrival_ms, request_id, accepted, is_troubled,
        string_to_array(reasons, ' '), bytes, line
      FROM unnest($2::int8[], $3::int8[], $4::float8[], $5::text[], $6::int8[], $7::boolean[], $8::text[], $9::int4[], $10::text[])
        WITH ORDINALITY AS request
        (account_id, device_id, arrival_ms, request_id, accepted, is_troubled, reasons, bytes, line, nth)
      ORDER BY nth`,
    values: [
      partition,
      records.map(({ accountId }) => accountId),
      records.map(({ deviceId }) => deviceId),
      records.map(({ arrivalMs }) => arrivalMs),
      records.map(({ requestId }) => storableText(requestId)),
      records.map(({ accepted }) => accepted),
      records.map(isTroubledRequest),
      records.map((record) => (isTroubledRequest(record) ? [...reasonsOfRequest(record)].join(" ") : "")),
      bytes,
      lines,
    ],
  });
  return bytes.reduce((sum, one) => sum + one, 0);
}

/** Returns how many bytes are gone. */
async function remove(tx: PostgresSession, which: string, values: readonly unknown[]): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `WITH gone AS (DELETE FROM weir_store.requests WHERE ${which} RETURNING bytes)
     SELECT coalesce(sum(bytes), 0)::int8 AS bytes FROM gone`,
    values,
  );
  return rows[0]!.bytes;
}

/** Returns how many bytes the partition keeps. */
async function resize(tx: PostgresSession, partition: number, bytes: number): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>({
    name: "resize activity",
    text: `INSERT INTO weir_store.activity_kept AS kept (partition, bytes) VALUES ($1, $2)
      ON CONFLICT (partition) DO UPDATE SET bytes = kept.bytes + excluded.bytes RETURNING bytes`,
    values: [partition, bytes],
  });
  return rows[0]!.bytes;
}
