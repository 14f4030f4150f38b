import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { columnList } from "../engine/record-columns.ts";
import { byteaArray } from "../readings/postgres/array-parameters.ts";
import type { BatchOutcome, SettledBatch } from "../settlement.ts";
import { packBatchFates } from "./fate-codec.ts";
import type { BatchFates } from "./reading-fates.ts";
import { fateColumns, fateFields } from "./record.ts";

const columns = columnList(fateFields);
/** All but the last, which is large and is sent in binary form. */
const smallFields = fateFields.slice(0, -1);

/** The limit of one partition, approximately. */
const keptBytesMax = 32 * 1024 * 1024;
/** Past the limit this share stays, so that not every batch has to delete something. */
const stayingShare = 0.95;

/** Writes the fates of readings that were not saved. Each partition forgets its own, so that none waits for another. */
export class FateWriter implements BatchWriter {
  readonly #bytesMax: number;

  constructor(bytesMax = keptBytesMax) {
    this.#bytesMax = bytesMax;
  }

  async write(tx: PostgresTransaction, { to }: SettledBatch, { fates }: BatchOutcome): Promise<void> {
    if (fates === null || fates.runs.length === 0) return;
    const { partition } = to;
    const added = insertRows(tx, fates, partition);
    const { rows } = await tx.query<{ bytes: number }>({
      name: "grow receipts",
      text: `INSERT INTO weir_store.receipts_kept AS kept (partition, bytes, forgotten_before_ms) VALUES ($1, $2, 0)
        ON CONFLICT (partition) DO UPDATE SET bytes = kept.bytes + excluded.bytes RETURNING bytes`,
      values: [partition, added],
    });
    if (rows[0]!.bytes > this.#bytesMax) await this.#forgetOldest(tx, partition);
  }

  async #forgetOldest(tx: PostgresTransaction, partition: number): Promise<void> {
    await tx.query(
      `WITH ages AS (
         SELECT id, sum(bytes) OVER (ORDER BY id DESC) AS bytes_since FROM weir_store.receipts WHERE partition = $1
       ), gone AS (
         DELETE FROM weir_store.receipts
         WHERE partition = $1 AND id <= (SELECT max(id) FROM ages WHERE bytes_since > $2)
         RETURNING bytes, last_arrival_ms
       )
       UPDATE weir_store.receipts_kept SET bytes = bytes - (SELECT coalesce(sum(gone.bytes), 0) FROM gone),
         forgotten_before_ms = greatest(forgotten_before_ms, (SELECT max(last_arrival_ms) + 1 FROM gone))
       WHERE partition = $1`,
      [partition, Math.floor(this.#bytesMax * stayingShare)],
    );
  }
}

/** Returns roughly how many bytes were written. */
function insertRows(tx: PostgresTransaction, fates: BatchFates, partition: number): number {
  const rows = packBatchFates(fates);
  tx.send({
    name: "write receipts",
    text: `INSERT INTO weir_store.receipts (partition, ${columns})
      SELECT $1, ${columns} FROM unnest(${arraysOf(fateColumns, fateFields, 2)})
        WITH ORDINALITY AS row (${columns}, nth) ORDER BY nth`,
    values: [partition, ...valuesOf(smallFields, rows), byteaArray(rows.map(({ runs }) => runs))],
  });
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
}
