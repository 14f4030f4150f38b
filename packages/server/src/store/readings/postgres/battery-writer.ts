import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../../engine/postgres/batch-writer.ts";
import type { SettledBatch } from "../../settlement.ts";
import { float8Array, int4Array, int8Array } from "./array-parameters.ts";

/** Writes battery levels. A level that is stored already stays as it is. */
export class BatteryWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { batteryLevels: levels, to }: SettledBatch): Promise<void> {
    if (levels.length === 0) return;
    tx.send({
      name: "insert battery levels",
      text: `INSERT INTO weir_store.battery_levels (device_id, received_us, volts, partition)
        SELECT *, $4::int2 FROM unnest($1::int4[], $2::int8[], $3::float8[]) ON CONFLICT DO NOTHING`,
      values: [
        int4Array(levels.map(({ deviceId }) => deviceId)),
        int8Array(levels.map(({ receivedUs }) => receivedUs)),
        float8Array(levels.map(({ volts }) => volts)),
        to.partition,
      ],
    });
  }
}
