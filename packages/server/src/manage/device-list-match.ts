import type { SQLQueryBindings } from "bun:sqlite";
import type { ControlReader } from "../control/control-store.ts";
import { nameOrder } from "../control/name-order.ts";

/** Which devices of an account a list holds. All that is given must be true of a device. */
export interface DeviceFilter {
  /** Part of the name, the description or the UUID, or the whole slug of a sensor; of letters A to Z in any case. */
  readonly search?: string | undefined;
  /** The whole name, in any case and whatever zeros its numbers begin with: what stands in the same place of the list. */
  readonly name?: string | undefined;
  /** The name of a group; null for devices in no group. */
  readonly group?: string | null | undefined;
  readonly enabled?: boolean | undefined;
}

/** A condition on the table `devices`, with what its parameters stand for. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SQLQueryBindings[];
}

/** Up to this many sensors with the slug are looked up first; of more, each device is asked whether it has one. */
const rareSlugMax = 2000;

export function conditionOf(store: ControlReader, accountId: number, filter: DeviceFilter): Condition {
  const conditions: Condition[] = [{ sql: "account_id = ?", values: [accountId] }];
  if (filter.enabled !== undefined) conditions.push({ sql: "enabled = ?", values: [filter.enabled ? 1 : 0] });
  if (filter.group === null) conditions.push({ sql: "group_id IS NULL", values: [] });
  else if (filter.group !== undefined) {
    const sql = "group_id = (SELECT id FROM device_groups WHERE account_id = ? AND name = ?)";
    conditions.push({ sql, values: [accountId, filter.group] });
  }
  if (filter.name !== undefined) {
    conditions.push({ sql: "name_order = ?", values: [nameOrder(filter.name.trim())] });
  }
  if (filter.search !== undefined && filter.search !== "") conditions.push(searching(store, filter.search));
  return allOf(conditions);
}

export function allOf(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.map(({ sql }) => sql).join(" AND "),
    values: conditions.flatMap(({ values }) => values),
  };
}

/**
 * Devices are gone through in the order of the list until the page is full. What is rare is found at the price of going
 * through all, so then nothing may be looked up for each; what is frequent fills the page soon.
 */
function searching({ database }: ControlReader, search: string): Condition {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const columns = ["name", "description", ...(mayBePartOfUuid(search) ? ["uuid"] : [])];
  const texts = columns.map((column) => `${column} LIKE ? ESCAPE '\\'`);
  const [[sensors]] = database
    .query("SELECT count(*) FROM (SELECT 1 FROM sensors WHERE slug = ? LIMIT ?)")
    .values(search, rareSlugMax + 1) as [[number]];
  const slugs = [];
  if (sensors > rareSlugMax) {
    slugs.push("EXISTS (SELECT 1 FROM sensors WHERE device_id = devices.id AND slug = ?)");
  } else if (sensors > 0) slugs.push("id IN (SELECT device_id FROM sensors WHERE slug = ?)");
  return {
    sql: `(${[...texts, ...slugs].join(" OR ")})`,
    values: [...columns.map(() => pattern), ...slugs.map(() => search)],
  };
}

/** Most that people search for is not, which spares a third of the work. */
function mayBePartOfUuid(search: string): boolean {
  return /^[0-9a-f-]{1,36}$/i.test(search);
}
