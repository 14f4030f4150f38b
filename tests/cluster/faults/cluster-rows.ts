import type { StoredRow } from "../../crash/ledger.ts";
import { takeBlocksApart } from "../../harness/stored-blocks.ts";

type BlockRow = Parameters<typeof takeBlocksApart>[0][number];

/** The readings of these sensors in PostgreSQL from a time on, read without any code of the server. */
export async function clusterRows(
  sql: Bun.SQL,
  sensorIds: readonly number[],
  fromUs: number,
): Promise<StoredRow[]> {
  // One snapshot of the database, so that no reading is missed or seen twice while rows are merged into blocks.
  return sql.begin("isolation level repeatable read read only", async (tx) => {
    const ids = `{${sensorIds.join(",")}}`;
    const rows: Record<keyof StoredRow, string | null>[] = await tx`
      SELECT sensor_id AS "sensorId", at_us AS "atUs", value, metadata FROM weir_store.readings
      WHERE sensor_id = ANY (${ids}::int4[]) AND at_us >= ${fromUs}`;
    const blocks: BlockRow[] = await tx`
      SELECT sensor_id, first_us, last_us, readings, data FROM weir_store.blocks
      WHERE sensor_id = ANY (${ids}::int4[]) AND last_us >= ${fromUs}`.values();
    const inBlocks = takeBlocksApart(blocks).filter(({ atUs }) => atUs >= fromUs);
    return [
      ...rows.map(({ sensorId, atUs, value, metadata }) => ({
        sensorId: Number(sensorId),
        atUs: Number(atUs),
        value: Number(value),
        metadata,
      })),
      ...inBlocks.map(({ sensorId, atUs, value }) => ({ sensorId, atUs, value, metadata: null })),
    ];
  });
}
