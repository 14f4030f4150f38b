import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { foldByKey } from "../engine/postgres/fold-by-key.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import type { SettledBatch } from "../settlement.ts";
import type { UnsavedEnd } from "./reading-fates.ts";

/** The limit for all accounts. Past it, the ends that happened longest ago are forgotten. */
const rowsMaxOfAll = 50_000;

/**
 * Writes where readings of devices were lost, one row per device and end. A missing node or output is stored as an
 * empty text, because a key cannot hold null.
 */
export class UnsavedEndWriter implements BatchWriter {
  readonly #rowsMax: number;

  constructor(rowsMax = rowsMaxOfAll) {
    this.#rowsMax = rowsMax;
  }

  async write(tx: PostgresSession, { unsavedEnds }: SettledBatch): Promise<void> {
    if (unsavedEnds.length === 0) return;
    // There can be too many rows only after a new one, which is seldom: chains lose readings in the same places again
    // and again.
    if ((await putEnds(tx, unsavedEnds)) > 0) await this.#forgetOldest(tx);
  }

  async #forgetOldest(tx: PostgresSession): Promise<void> {
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
async function putEnds(tx: PostgresSession, ends: readonly UnsavedEnd[]): Promise<number> {
  const keyOf = ({ deviceId, fate, chainId, nodeId, output }: UnsavedEnd) => {
    return [deviceId, fate, chainId, storableText(nodeId ?? ""), storableText(output ?? "")];
  };
  const kept = foldByKey(ends, keyOf, (one, later) => {
    const { firstMs, lastMs } = one;
    return { ...later, firstMs: Math.min(firstMs, later.firstMs), lastMs: Math.max(lastMs, later.lastMs) };
  });
  const { rows } = await tx.query<{ added: number }>({
    name: "put unsaved ends",
    text: `WITH put AS (
        INSERT INTO weir_store.unsaved_ends AS kept (device_id, fate, chain_id, node_id, output, account_id, chain_version, sensor_id,
          value, first_ms, last_ms)
        SELECT * FROM unnest($1::int8[], $2::text[], $3::int8[], $4::text[], $5::text[], $6::int8[], $7::int8[], $8::int8[],
          $9::float8[], $10::int8[], $11::int8[])
        ON CONFLICT (device_id, fate, chain_id, node_id, output) DO UPDATE SET
          chain_version = excluded.chain_version, sensor_id = excluded.sensor_id, value = excluded.value,
          first_ms = least(kept.first_ms, excluded.first_ms), last_ms = greatest(kept.last_ms, excluded.last_ms)
        RETURNING xmax = 0 AS is_new
      ) SELECT count(*) FILTER (WHERE is_new) AS added FROM put`,
    values: [
      kept.map(({ deviceId }) => deviceId),
      kept.map(({ fate }) => fate),
      kept.map(({ chainId }) => chainId),
      kept.map(({ nodeId }) => storableText(nodeId ?? "")),
      kept.map(({ output }) => storableText(output ?? "")),
      kept.map(({ accountId }) => accountId),
      kept.map(({ chainVersion }) => chainVersion),
      kept.map(({ sensorId }) => sensorId),
      kept.map(({ value }) => value),
      kept.map(({ firstMs }) => firstMs),
      kept.map(({ lastMs }) => lastMs),
    ],
  });
  return rows[0]!.added;
}
