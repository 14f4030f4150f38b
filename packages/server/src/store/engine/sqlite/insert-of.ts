import { columnList } from "../record-columns.ts";

/** Inserts a row with these fields, each bound in their order. */
export function insertOf(table: string, fields: readonly string[]): string {
  return `INSERT INTO ${table} (${columnList(fields)}) VALUES (${fields.map(() => "?").join(", ")})`;
}
