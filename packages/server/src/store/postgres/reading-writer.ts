import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import {
  atCell,
  cellsPerReading,
  deviceMicrosCell,
  deviceSecondsCell,
  receivedCell,
  SavedReadings,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";
import { bigintArray, float8Array, int4Array, int8Array } from "./array-parameters.ts";

/** Writes what batches save, so that there is one of each (sensor, time, value), and tells which of them were there already. */
export class ReadingWriter {
  readonly #apart = new SavedReadings();

  /** Resolves to which of them were there already, by their places among the batch's saves. */
  async save(tx: PostgresSession, saves: SavedReadings, partition: number): Promise<readonly number[]> {
    const alreadyStored: number[] = [];
    this.#apart.takeApart(saves, saves.stretches);
    for (const { cells, metadata, places, count } of this.#apart.chunks()) {
      const column = (cell: number) =>
        Float64Array.from({ length: count }, (_, nth) => cells[nth * cellsPerReading + cell]!);
      const seconds = column(deviceSecondsCell);
      const micros = column(deviceMicrosCell);
      const deviceUs = Array.from(seconds, (second, nth) =>
        second < 0 ? null : BigInt(second) * 1_000_000n + BigInt(micros[nth]!),
      );
      const { rows } = await tx.query<{ nth: number }>({
        name: "insert readings",
        text: insertSql,
        values: [
          ...[int4Array(column(sensorCell)), int8Array(column(atCell)), float8Array(column(valueCell))],
          ...[int8Array(column(receivedCell)), bigintArray(deviceUs)],
          metadata.slice(0, count).map((text) => (text === "" ? null : text)),
          partition,
        ],
      });
      for (const { nth } of rows) alreadyStored.push(places[nth - 1]!);
    }
    return alreadyStored;
  }

  /** Forgets what is known of the partition's sensors. */
  dropMemory(_partition: number): void {}
}

const insertSql = `
  WITH saved AS (
    SELECT *, row_number() OVER (PARTITION BY sensor_id, at_us, value ORDER BY nth) AS repeat
    FROM unnest($1::int4[], $2::int8[], $3::float8[], $4::int8[], $5::int8[], $6::text[]) WITH ORDINALITY
      AS saved (sensor_id, at_us, value, received_us, device_us, metadata, nth)
  ), inserted AS (
    INSERT INTO weir_store.readings (sensor_id, partition, at_us, value, received_us, device_us, metadata)
    SELECT sensor_id, $7::int2, at_us, value, received_us, device_us, metadata FROM saved WHERE repeat = 1
    ON CONFLICT DO NOTHING RETURNING sensor_id, at_us, value
  )
  SELECT nth FROM saved WHERE repeat > 1 OR NOT EXISTS (
    SELECT FROM inserted
    WHERE (inserted.sensor_id, inserted.at_us, inserted.value) = (saved.sensor_id, saved.at_us, saved.value)
  ) ORDER BY nth`;
