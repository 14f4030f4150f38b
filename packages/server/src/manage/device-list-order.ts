import type { Database } from "bun:sqlite";
import { allOf, type Condition } from "./device-list-match.ts";

export const deviceSorts = ["name", "created", "last_connected"] as const;
export type DeviceSort = (typeof deviceSorts)[number];
export type SortOrder = "asc" | "desc";

/** Where a device stands in a list: what it is sorted by, and its id, which tells apart what is equal in that. */
export interface DevicePlace {
  readonly id: number;
  /** What the name is sorted by; the time of the last connection in milliseconds, null for never; nothing where ids are the order. */
  readonly key: string | number | null;
}

export interface FileOrder {
  readonly sort: "name" | "created";
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
}

/**
 * The first devices in order of their names or of their making, of those behind `after`. Ids grow in the order devices are
 * made, also when a clock is set back.
 */
export function devicesInOrder(
  database: Database,
  condition: Condition,
  order: FileOrder,
  limit: number,
): DevicePlace[] {
  const { sql, values } = inOrder(condition, order);
  const key = order.sort === "name" ? "name_order" : "NULL";
  const rows = database.query(`SELECT id, ${key} ${sql} LIMIT ?`).values(...values, limit) as PlaceRow[];
  return rows.map(toPlace);
}

/** Enough to fill a page where most devices belong on it. */
const firstIds = 2000;

/**
 * The ids of them all: some first, for whoever finds enough among them, then the others. As one text, because a hundred
 * thousand rows take three times as long. Both are of one state of the file if this is used within a transaction.
 */
export function* idsInOrder(database: Database, condition: Condition, order: FileOrder): Generator<number[]> {
  const { sql, values } = inOrder(condition, order);
  const query = database.query(`SELECT json_group_array(id) FROM (SELECT id ${sql} LIMIT ? OFFSET ?)`);
  const read = (limit: number, offset: number): number[] => {
    const [[ids]] = query.values(...values, limit, offset) as [[string]];
    return JSON.parse(ids) as number[];
  };
  const first = read(firstIds, 0);
  yield first;
  if (first.length === firstIds) yield read(-1, firstIds);
}

/** Where these devices stand in a list by name. */
export function placesByName(database: Database, ids: readonly number[]): DevicePlace[] {
  const rows = database
    .query("SELECT id, name_order FROM devices WHERE id IN (SELECT value FROM json_each(?))")
    .values(JSON.stringify(ids)) as PlaceRow[];
  const places = new Map(rows.map((row) => [row[0], toPlace(row)]));
  return ids.flatMap((id) => places.get(id) ?? []);
}

type PlaceRow = [id: number, key: string | null];

function toPlace([id, key]: PlaceRow): DevicePlace {
  return { id, key };
}

function inOrder(condition: Condition, { sort, order, after }: FileOrder): Condition {
  const byName = sort === "name";
  const columns = byName ? ["name_order", "id"] : ["id"];
  const direction = order === "asc" ? "ASC" : "DESC";
  const orderBy = columns.map((column) => `${column} ${direction}`).join(", ");
  const { sql, values } = allOf(after === null ? [condition] : [condition, behind(after, byName, order)]);
  return { sql: `FROM devices WHERE ${sql} ORDER BY ${orderBy}`, values };
}

function behind({ id, key }: DevicePlace, byName: boolean, order: SortOrder): Condition {
  const than = order === "asc" ? ">" : "<";
  if (!byName) return { sql: `id ${than} ?`, values: [id] };
  return { sql: `(name_order, id) ${than} (?, ?)`, values: [key, id] };
}
