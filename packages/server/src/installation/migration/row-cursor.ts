import type { Cursor, Value } from "./migration-data.ts";

/** The key of the last row of a page, as text. */
export function cursorOf(key: readonly Value[]): Cursor {
  return JSON.stringify(key.map((value) => (value instanceof Uint8Array ? { hex: toHex(value) } : value)));
}

export function keyIn(cursor: Cursor): Value[] {
  const values = JSON.parse(cursor) as (number | string | null | { hex: string })[];
  return values.map((value) =>
    typeof value === "object" && value !== null ? new Uint8Array(Buffer.from(value.hex, "hex")) : value,
  );
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}
