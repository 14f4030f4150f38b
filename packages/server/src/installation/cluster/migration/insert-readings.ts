import type { PostgresSession } from "../../../platform/postgres/open-postgres.ts";
import { partitionCount } from "../../../store/engine/postgres/partition-count.ts";
import { storableText } from "../../../store/engine/postgres/storable-text.ts";
import {
  float8Array,
  int2Array,
  int4Array,
  int8Array,
  nullableInt8Array,
} from "../../../store/readings/postgres/array-parameters.ts";
import type { SensorReading } from "../../migration/migration-data.ts";

/** Inserts readings as rows. Control data has been copied before and decides the partition of a sensor. */
export async function insertReadings(tx: PostgresSession, readings: readonly SensorReading[]): Promise<void> {
  if (readings.length === 0) return;
  const partitions = await partitionsOf(tx, new Set(readings.map(({ sensorId }) => sensorId)));
  await tx.query({
    name: "migrate readings",
    text: `INSERT INTO weir_store.readings (sensor_id, partition, at_us, value, received_us, device_us, metadata)
      SELECT * FROM unnest($1::int4[], $2::int2[], $3::int8[], $4::float8[], $5::int8[], $6::int8[], $7::text[])`,
    values: [
      int4Array(readings.map(({ sensorId }) => sensorId)),
      int2Array(readings.map(({ sensorId }) => partitions.get(sensorId) ?? 0)),
      int8Array(readings.map(({ atUs }) => atUs)),
      float8Array(readings.map(({ value }) => value)),
      int8Array(readings.map(({ receivedUs }) => receivedUs)),
      nullableInt8Array(readings.length, (nth) => readings[nth]!.deviceUs),
      readings.map(({ metadata }) => storableText(metadata)),
    ],
  });
}

/** Removed sensors are missing here. The owner of the first partition deletes their readings. */
async function partitionsOf(
  tx: PostgresSession,
  sensorIds: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const { rows } = await tx.query<{ id: number; partition: number }>({
    name: "partitions of sensors",
    text: `SELECT id, device_id % ${partitionCount} AS partition FROM weir_control.sensors WHERE id = ANY ($1::int8[])`,
    values: [[...sensorIds]],
  });
  return new Map(rows.map(({ id, partition }) => [id, partition]));
}
