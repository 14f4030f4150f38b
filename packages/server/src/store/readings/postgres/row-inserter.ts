import type { PostgresTransaction } from "../../../platform/postgres/open-postgres.ts";
import type { GatheredReadings } from "../blocks/gathered-readings.ts";
import { microsOf } from "../blocks/micros-of.ts";
import {
  atCell,
  cellsPerReading,
  deviceMicrosCell,
  deviceSecondsCell,
  receivedCell,
  sensorCell,
  valueCell,
} from "../saved-readings.ts";
import { float8Array, int4Array, int8Array, nullableInt8Array } from "./array-parameters.ts";

/** Maximum number of rows per statement, so that its parameters stay small. */
const rowsPerStatement = 8_192;

const columns = "sensor_id, at_us, value, received_us, device_us, metadata";
const unnested = "unnest($1::int4[], $2::int8[], $3::float8[], $4::int8[], $5::int8[], $6::text[])";

/**
 * Inserts readings that are known to be new, given by their indexes among the gathered ones. If one of them is stored
 * all the same, the memory is wrong: the statement fails, and with it the batch.
 */
export function insertNewRows(
  tx: PostgresTransaction,
  gathered: GatheredReadings,
  numbers: readonly number[],
  partition: number,
): void {
  for (let start = 0; start < numbers.length; start += rowsPerStatement) {
    tx.send({
      name: "insert new readings",
      text: `INSERT INTO weir_store.readings (${columns}, partition) SELECT *, $7::int2 FROM ${unnested}`,
      values: [...columnsOf(gathered, numbers.slice(start, start + rowsPerStatement)), partition],
    });
  }
}

/** Inserts the readings that are not stored yet. Resolves to the others. No two of the readings may be the same. */
export async function insertMissingRows(
  tx: PostgresTransaction,
  gathered: GatheredReadings,
  numbers: readonly number[],
  partition: number,
): Promise<number[]> {
  const found: number[] = [];
  for (let start = 0; start < numbers.length; start += rowsPerStatement) {
    const some = numbers.slice(start, start + rowsPerStatement);
    const { rows } = await tx.query<[nth: number]>({
      name: "insert missing readings",
      rowMode: "array",
      text: `WITH late AS (
          SELECT * FROM ${unnested} WITH ORDINALITY AS late (${columns}, nth)
        ), inserted AS (
          INSERT INTO weir_store.readings (${columns}, partition) SELECT ${columns}, $7::int2 FROM late
          ON CONFLICT DO NOTHING RETURNING sensor_id, at_us, value
        )
        SELECT nth FROM late LEFT JOIN inserted USING (sensor_id, at_us, value)
        WHERE inserted.sensor_id IS NULL ORDER BY nth`,
      values: [...columnsOf(gathered, some), partition],
    });
    for (const [nth] of rows) found.push(some[nth - 1]!);
  }
  return found;
}

function columnsOf({ cells, metadata }: GatheredReadings, numbers: readonly number[]): unknown[] {
  const column = (cell: number) =>
    Float64Array.from(numbers, (number) => cells[number * cellsPerReading + cell]!);
  const seconds = column(deviceSecondsCell);
  const micros = column(deviceMicrosCell);
  return [
    int4Array(column(sensorCell)),
    int8Array(column(atCell)),
    float8Array(column(valueCell)),
    int8Array(column(receivedCell)),
    nullableInt8Array(numbers.length, (nth) => deviceUs(seconds[nth]!, micros[nth]!)),
    numbers.map((number) => metadata[number]! || null),
  ];
}

function deviceUs(seconds: number, micros: number): number | bigint | null {
  return seconds < 0 ? null : microsOf(seconds, micros);
}
