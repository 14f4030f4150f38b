import type { RejectedReading } from "../../activity/activity-record.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { KeptRows } from "../engine/postgres/kept-rows.ts";
import { columnList } from "../engine/record-columns.ts";
import { type QuarantineLimits, quarantineLimits, rejectedColumns, rejectedFields } from "./record.ts";

const columns = columnList(rejectedFields);

/** A transaction of the owner of a partition. */
interface QuarantineWrite {
  readonly tx: PostgresSession;
  readonly partition: number;
}

/**
 * Keeps rejected readings in their table. Past its limits the oldest are deleted: of the device, of the account, and if
 * there are too many in all, of the account that has the most.
 */
export class QuarantineWriter {
  readonly #limits: QuarantineLimits;
  readonly #kept = new KeptRows("quarantine");

  constructor(limits: Partial<QuarantineLimits> = {}) {
    this.#limits = { ...quarantineLimits, ...limits };
  }

  async add(tx: PostgresSession, partition: number, readings: readonly RejectedReading[]): Promise<void> {
    if (readings.length === 0) return;
    await insertReadings(tx, partition, readings);
    const accountIds = readings.map(({ accountId }) => accountId);
    await this.#kept.came(tx, partition, accountIds);
    const write = { tx, partition };
    await this.#limitDevices(write, [...new Set(readings.map(({ deviceId }) => deviceId))]);
    await this.#limitAccounts(write, accountIds);
    await this.#limitAll(write);
  }

  release(write: QuarantineWrite, accountId: number, ids: readonly number[]): Promise<number> {
    return this.#remove(write, "account_id = $1 AND id = ANY ($2::int8[])", [accountId, ids]);
  }

  async forgetDevices(write: QuarantineWrite, deviceIds: readonly number[]): Promise<void> {
    await this.#remove(write, "device_id = ANY ($1::int8[])", [deviceIds]);
  }

  async #limitDevices(write: QuarantineWrite, deviceIds: readonly number[]): Promise<void> {
    await this.#remove(
      write,
      `id IN (
         SELECT surplus.id FROM unnest($1::int8[]) AS added (device_id) CROSS JOIN LATERAL (
           SELECT id FROM weir_store.quarantine AS own WHERE own.device_id = added.device_id ORDER BY id DESC OFFSET $2
         ) AS surplus
       )`,
      [deviceIds, this.#limits.quarantinedMaxPerDevice],
    );
  }

  /** Limits each account, so that it does not push out the readings of others. */
  async #limitAccounts(write: QuarantineWrite, accountIds: readonly number[]): Promise<void> {
    const { quarantinedMaxPerAccount } = this.#limits;
    for (const { accountId, rows } of await this.#kept.past(write.tx, accountIds, quarantinedMaxPerAccount)) {
      await this.#removeOldest(write, accountId!, rows - quarantinedMaxPerAccount);
    }
  }

  async #limitAll(write: QuarantineWrite): Promise<void> {
    const { quarantinedMax } = this.#limits;
    const { rows, mostOf } = await this.#kept.all(write.tx);
    // Deletes a few more than necessary, so that not every write has to.
    if (rows > quarantinedMax) {
      await this.#removeOldest(write, mostOf, rows - quarantinedMax + Math.ceil(quarantinedMax / 100));
    }
  }

  #removeOldest(write: QuarantineWrite, accountId: number, readings: number): Promise<number> {
    return this.#remove(
      write,
      `id IN (SELECT id FROM weir_store.quarantine WHERE account_id = $1 ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
      [accountId, readings],
    );
  }

  async #remove(
    { tx, partition }: QuarantineWrite,
    which: string,
    values: readonly unknown[],
  ): Promise<number> {
    const { rows } = await tx.query<{ accountId: number }>(
      `DELETE FROM weir_store.quarantine WHERE ${which} RETURNING account_id AS "accountId"`,
      values,
    );
    const accountIds = rows.map(({ accountId }) => accountId);
    await this.#kept.went(tx, partition, accountIds);
    return rows.length;
  }
}

async function insertReadings(
  tx: PostgresSession,
  partition: number,
  readings: readonly RejectedReading[],
): Promise<void> {
  await tx.query({
    name: "quarantine readings",
    text: `INSERT INTO weir_store.quarantine (partition, ${columns})
      SELECT $1, ${columns}
      FROM unnest(${arraysOf(rejectedColumns, rejectedFields, 2)}) WITH ORDINALITY AS reading (${columns}, nth)
      ORDER BY nth`,
    values: [partition, ...valuesOf(rejectedFields, readings)],
  });
}
