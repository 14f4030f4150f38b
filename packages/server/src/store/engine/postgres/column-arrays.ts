import type { Columns } from "../record-columns.ts";
import { storableText } from "./storable-text.ts";

const types = { integer: "int8[]", real: "float8[]", text: "text[]", bytes: "bytea[]" } as const;

/** The parameters of a statement that takes these fields of many rows as arrays, from a number on. */
export function arraysOf(columns: Columns, fields: readonly string[], first = 1): string {
  return fields.map((field, nth) => `$${first + nth}::${types[columns[field]!.type]}`).join(", ");
}

/** The values of those parameters. */
export function valuesOf<Row>(fields: readonly (keyof Row)[], rows: readonly Row[]): unknown[][] {
  return fields.map((field) => rows.map((row) => storable(row[field])));
}

function storable(value: unknown): unknown {
  if (typeof value === "string") return storableText(value);
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  return value;
}
