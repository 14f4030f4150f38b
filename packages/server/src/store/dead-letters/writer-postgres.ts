import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { KeptRows } from "../engine/postgres/kept-rows.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import type { SettledBatch } from "../settlement.ts";
import type { KeptDeadLetter } from "./record.ts";

/** How many dead letters of one account are kept. A chain that fails for every reading must not fill the disk. */
const deadLettersMaxPerAccount = 100_000;

/** Writes dead letters, removes those that were dealt with, and deletes the oldest of an account past its limit. */
export class DeadLetterWriter implements BatchWriter {
  readonly #max: number;
  readonly #kept = new KeptRows("dead_letters");

  constructor(max = deadLettersMaxPerAccount) {
    this.#max = max;
  }

  async write(tx: PostgresSession, { removedLetterIds, deadLetters, to }: SettledBatch): Promise<void> {
    const { partition } = to;
    if (removedLetterIds.length > 0)
      await this.#remove(tx, partition, "id = ANY ($1::int8[])", [removedLetterIds]);
    if (deadLetters.length === 0) return;
    await insertLetters(tx, deadLetters, partition);
    const accountIds = deadLetters.map(({ accountId }) => accountId);
    await this.#kept.came(tx, partition, accountIds);
    for (const { accountId, rows } of await this.#kept.past(tx, accountIds, this.#max)) {
      // Deletes a few more than necessary, so that not every batch has to.
      const share = Math.ceil(this.#max / 100);
      const oldest = `id IN (SELECT id FROM weir_store.dead_letters WHERE account_id IS NOT DISTINCT FROM $1
        ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`;
      await this.#remove(tx, partition, oldest, [accountId, rows - this.#max + share]);
    }
  }

  async #remove(
    tx: PostgresSession,
    partition: number,
    which: string,
    values: readonly unknown[],
  ): Promise<void> {
    const { rows } = await tx.query<{ accountId: number | null }>(
      `DELETE FROM weir_store.dead_letters WHERE ${which} RETURNING account_id AS "accountId"`,
      values,
    );
    const accountIds = rows.map(({ accountId }) => accountId);
    await this.#kept.went(tx, partition, accountIds);
  }
}

async function insertLetters(
  tx: PostgresSession,
  letters: readonly KeptDeadLetter[],
  partition: number,
): Promise<void> {
  await tx.query({
    name: "keep dead letters",
    text: `INSERT INTO weir_store.dead_letters (partition, id, reason, died_ms, account_id, device_id, sensor_id, chain_id, chain_version,
        node_id, node_input, at_us, value, received_us, device_us, metadata, battery_volts, raw)
      SELECT $1, * FROM unnest($2::int8[], $3::text[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[],
        $10::text[], $11::text[], $12::int8[], $13::float8[], $14::int8[], $15::int8[], $16::text[], $17::float8[], $18::bytea[])`,
    values: [
      partition,
      letters.map(({ id }) => id),
      letters.map(({ reason }) => storableText(reason)),
      letters.map(({ diedMs }) => diedMs),
      letters.map(({ accountId }) => accountId),
      letters.map(({ deviceId }) => deviceId),
      letters.map(({ sensorId }) => sensorId),
      letters.map(({ chainId }) => chainId),
      letters.map(({ chainVersion }) => chainVersion),
      letters.map(({ nodeId }) => storableText(nodeId)),
      letters.map(({ nodeInput }) => storableText(nodeInput)),
      letters.map(({ atUs }) => atUs),
      letters.map(({ value }) => value),
      letters.map(({ receivedUs }) => receivedUs),
      letters.map(({ deviceUs }) => deviceUs?.toString() ?? null),
      letters.map(({ metadata }) => storableText(metadata)),
      letters.map(({ batteryVolts }) => batteryVolts),
      letters.map(({ raw }) => raw && Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength)),
    ],
  });
}
