import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { lastOfEach } from "../engine/postgres/fold-by-key.ts";
import { columnList } from "../engine/record-columns.ts";
import type { SettledBatch } from "../settlement.ts";
import type { ChainUse } from "./reading-fates.ts";
import { chainUseColumns, chainUseFields, chainUseRow, chainUsesMax } from "./record.ts";

/** Writes a row each time the chain of a sensor, or its version, differs from that of the reading before. */
export class ChainUseWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { chainUses }: SettledBatch): Promise<void> {
    if (chainUses.length === 0) return;
    const last = await readLast(tx, chainUses);
    const isChangedAgain = new Set<string>();
    const changes = chainUses.filter((use) => {
      const sensor = sensorKey(use);
      const before = last.get(sensor);
      if (before?.chainId === use.chainId && before.chainVersion === use.chainVersion) return false;
      if (before !== undefined) isChangedAgain.add(sensor);
      last.set(sensor, use);
      return true;
    });
    if (changes.length > 0) put(tx, changes);
    const grown = changes.filter((use) => isChangedAgain.has(sensorKey(use)));
    if (grown.length > 0) forgetOldest(tx, grown);
  }
}

type Use = Pick<ChainUse, "deviceId" | "sensorId" | "chainId" | "chainVersion">;

function sensorKey({ deviceId, sensorId }: Use): string {
  return `${deviceId} ${sensorId}`;
}

async function readLast(tx: PostgresTransaction, uses: readonly Use[]): Promise<Map<string, Use>> {
  const { rows } = await tx.query<Use>({
    name: "last chains in use",
    text: `SELECT last.device_id AS "deviceId", last.sensor_id AS "sensorId", last.chain_id AS "chainId",
        last.chain_version AS "chainVersion"
      FROM (SELECT DISTINCT * FROM unnest($1::int8[], $2::int8[])) AS asked (device_id, sensor_id)
      CROSS JOIN LATERAL (
        SELECT * FROM weir_store.chains_in_use AS kept
        WHERE kept.device_id = asked.device_id AND kept.sensor_id = asked.sensor_id
        ORDER BY from_position DESC LIMIT 1
      ) AS last`,
    values: [uses.map(({ deviceId }) => deviceId), uses.map(({ sensorId }) => sensorId)],
  });
  return new Map(rows.map((use) => [sensorKey(use), use]));
}

function put(tx: PostgresTransaction, uses: readonly ChainUse[]): void {
  const kept = lastOfEach(uses.map(chainUseRow), (use) => [use.deviceId, use.sensorId, use.fromPosition]);
  tx.send({
    name: "put chains in use",
    text: `INSERT INTO weir_store.chains_in_use (${columnList(chainUseFields)})
      SELECT * FROM unnest(${arraysOf(chainUseColumns, chainUseFields)})
      ON CONFLICT (device_id, sensor_id, from_position) DO UPDATE
      SET chain_id = excluded.chain_id, chain_version = excluded.chain_version`,
    values: valuesOf(chainUseFields, kept),
  });
}

function forgetOldest(tx: PostgresTransaction, uses: readonly Use[]): void {
  tx.send({
    name: "forget chains in use",
    text: `DELETE FROM weir_store.chains_in_use AS kept
      USING (SELECT DISTINCT * FROM unnest($1::int8[], $2::int8[])) AS grown (device_id, sensor_id)
      WHERE kept.device_id = grown.device_id AND kept.sensor_id = grown.sensor_id AND kept.from_position <= (
        SELECT from_position FROM weir_store.chains_in_use AS newer
        WHERE newer.device_id = grown.device_id AND newer.sensor_id = grown.sensor_id
        ORDER BY from_position DESC OFFSET $3 LIMIT 1
      )`,
    values: [uses.map(({ deviceId }) => deviceId), uses.map(({ sensorId }) => sensorId), chainUsesMax],
  });
}
