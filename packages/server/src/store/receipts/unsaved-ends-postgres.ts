import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { foldByKey } from "../engine/postgres/fold-by-key.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import { columnList } from "../engine/record-columns.ts";
import type { SettledBatch } from "../settlement.ts";
import type { UnsavedEnd } from "./reading-fates.ts";
import { storedEnd, unsavedEndColumns, unsavedEndFields, unsavedEndsMax } from "./record.ts";

/**
 * Writes where readings of devices were lost, one row per device and end.
 */
export class UnsavedEndWriter implements BatchWriter {
  readonly #rowsMax: number;

  constructor(rowsMax = unsavedEndsMax) {
    this.#rowsMax = rowsMax;
  }

  async write(tx: PostgresTransaction, { unsavedEnds }: SettledBatch): Promise<void> {
    if (unsavedEnds.length === 0) return;
    // There can be too many rows only after a new one, which is seldom: chains lose readings in the same places again
    // and again.
    if ((await putEnds(tx, unsavedEnds)) > 0) await this.#forgetOldest(tx);
  }

  async #forgetOldest(tx: PostgresTransaction): Promise<void> {
    await tx.query(
      `DELETE FROM weir_store.unsaved_ends WHERE (device_id, fate, chain_id, node_id, output) IN (
         SELECT device_id, fate, chain_id, node_id, output FROM weir_store.unsaved_ends ORDER BY last_ms
         LIMIT greatest(0, (SELECT count(*) FROM weir_store.unsaved_ends) - $1) FOR UPDATE SKIP LOCKED
       )`,
      [this.#rowsMax],
    );
  }
}

/** Returns how many rows are new. */
async function putEnds(tx: PostgresTransaction, ends: readonly UnsavedEnd[]): Promise<number> {
  const keyOf = ({ deviceId, fate, chainId, nodeId, output }: UnsavedEnd) => {
    return [deviceId, fate, chainId, storableText(nodeId!), storableText(output!)];
  };
  const kept = foldByKey(ends.map(storedEnd), keyOf, (one, later) => {
    const { firstMs, lastMs } = one;
    return { ...later, firstMs: Math.min(firstMs, later.firstMs), lastMs: Math.max(lastMs, later.lastMs) };
  });
  const { rows } = await tx.query<{ added: number }>({
    name: "put unsaved ends",
    text: `WITH put AS (
        INSERT INTO weir_store.unsaved_ends AS kept (${columnList(unsavedEndFields)})
        SELECT * FROM unnest(${arraysOf(unsavedEndColumns, unsavedEndFields)})
        ON CONFLICT (device_id, fate, chain_id, node_id, output) DO UPDATE SET
          chain_version = excluded.chain_version, sensor_id = excluded.sensor_id, value = excluded.value,
          first_ms = least(kept.first_ms, excluded.first_ms), last_ms = greatest(kept.last_ms, excluded.last_ms)
        RETURNING xmax = 0 AS is_new
      ) SELECT count(*) FILTER (WHERE is_new) AS added FROM put`,
    values: valuesOf(unsavedEndFields, kept),
  });
  return rows[0]!.added;
}
