import type { Database } from "bun:sqlite";
import { allOf, type Condition } from "./device-list-match.ts";

export const deviceSorts = ["name", "created", "last_connected"] as const;
export type DeviceSort = (typeof deviceSorts)[number];
export type SortOrder = "asc" | "desc";

/** Where a device stands in a list: what it is sorted by, and its id, which tells apart what is equal in that. */
export interface DevicePlace {
  readonly id: number;
  /** The name; the time of the last connection in milliseconds, null for never; nothing where ids are the order. */
  readonly key: string | number | null;
}

export interface FileOrder {
  readonly sort: "name" | "created";
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
  readonly rowsAtOnce: number;
}

/**
 * Devices in order of their names or of their making, those behind `after` only, taken from the file bit by bit. Ids grow
 * in the order devices are made, also when a clock is set back.
 */
export function* devicesInOrder(
  database: Database,
  condition: Condition,
  { sort, order, after, rowsAtOnce }: FileOrder,
): Generator<DevicePlace> {
  const byName = sort === "name";
  const columns = byName ? ["name COLLATE NOCASE", "id"] : ["id"];
  const direction = order === "asc" ? "ASC" : "DESC";
  const orderBy = columns.map((column) => `${column} ${direction}`).join(", ");
  for (let place = after; ; ) {
    const conditions = place === null ? [condition] : [condition, behind(place, byName, order)];
    const { sql, values } = allOf(conditions);
    const rows = database
      .query(`SELECT id, ${byName ? "name" : "NULL"} FROM devices WHERE ${sql} ORDER BY ${orderBy} LIMIT ?`)
      .values(...values, rowsAtOnce) as [number, string | null][];
    for (const [id, key] of rows) yield { id, key };
    if (rows.length < rowsAtOnce) return;
    const [id, key] = rows.at(-1)!;
    place = { id, key };
  }
}

/** The first comparison is what SQLite finds the place in the index by; a pair with a collation it would not. */
function behind({ id, key }: DevicePlace, byName: boolean, order: SortOrder): Condition {
  const than = order === "asc" ? ">" : "<";
  if (!byName) return { sql: `id ${than} ?`, values: [id] };
  const name = "name COLLATE NOCASE";
  return { sql: `${name} ${than}= ? AND (${name} ${than} ? OR id ${than} ?)`, values: [key, key, id] };
}

export interface LastConnectedOrder {
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
  readonly limit: number;
}

/**
 * The first `limit` behind `after` by when they last connected, out of any number: whoever does not make it among them costs
 * one comparison. Those that never connected come last in either order.
 */
export function firstByLastConnected(
  places: Iterable<DevicePlace>,
  { order, after, limit }: LastConnectedOrder,
): DevicePlace[] {
  const first: DevicePlace[] = [];
  for (const place of places) {
    if (after !== null && compare(place, after, order) <= 0) continue;
    if (first.length >= limit && compare(place, first.at(-1)!, order) >= 0) continue;
    let low = 0;
    let high = first.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(first[middle]!, place, order) < 0) low = middle + 1;
      else high = middle;
    }
    first.splice(low, 0, place);
    if (first.length > limit) first.pop();
  }
  return first;
}

function compare(left: DevicePlace, right: DevicePlace, order: SortOrder): number {
  const forward = order === "asc" ? 1 : -1;
  if (left.key !== right.key) {
    if (left.key === null) return 1;
    if (right.key === null) return -1;
    return (Number(left.key) - Number(right.key)) * forward;
  }
  return (left.id - right.id) * forward;
}
