import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { KeptRows } from "../engine/postgres/kept-rows.ts";
import { columnList } from "../engine/record-columns.ts";
import type { SettledBatch } from "../settlement.ts";
import { deadLettersMaxPerAccount, type KeptDeadLetter, letterColumns, letterFields } from "./record.ts";

/** Writes dead letters, removes those that were dealt with, and deletes the oldest of an account past its limit. */
export class DeadLetterWriter implements BatchWriter {
  readonly #max: number;
  readonly #kept = new KeptRows("dead_letters");

  constructor(max = deadLettersMaxPerAccount) {
    this.#max = max;
  }

  async write(tx: PostgresTransaction, { removedLetterIds, deadLetters, to }: SettledBatch): Promise<void> {
    const { partition } = to;
    if (removedLetterIds.length > 0)
      await this.#remove(tx, partition, "id = ANY ($1::int8[])", [removedLetterIds]);
    if (deadLetters.length === 0) return;
    insertLetters(tx, deadLetters, partition);
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
    tx: PostgresTransaction,
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

function insertLetters(tx: PostgresTransaction, letters: readonly KeptDeadLetter[], partition: number): void {
  tx.send({
    name: "keep dead letters",
    text: `INSERT INTO weir_store.dead_letters (partition, ${columnList(letterFields)})
      SELECT $1, * FROM unnest(${arraysOf(letterColumns, letterFields, 2)})`,
    values: [partition, ...valuesOf(letterFields, letters)],
  });
}
