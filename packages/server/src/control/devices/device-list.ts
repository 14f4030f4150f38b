import type { SortOrder } from "@weir/protocol/closed-sets";
import type { SelectQueryBuilder } from "kysely";
import { giveWay } from "../../platform/give-way.ts";
import type { ControlReader } from "../control.ts";
import type { ControlSchema } from "../control-schema.ts";
import { nameOrder } from "../name-order.ts";
import { hasAttribute, hasTag, notesContain } from "./match-notes.ts";

type ListedData = Pick<ControlReader, "db" | "dialect">;

/** Selects devices of an account. All given conditions must hold. */
export interface DeviceFilter {
  /**
   * A part of the name, the description, the UUID, a tag or an attribute, or the whole slug of a sensor; the letters A to Z in
   * any case.
   */
  readonly search?: string | undefined;
  /** The whole name, in any case and regardless of leading zeros in its numbers: names that sort alike. */
  readonly name?: string | undefined;
  /** The name of a group; null for devices in no group. */
  readonly group?: string | null | undefined;
  readonly enabled?: boolean | undefined;
  /** UUIDs, one of which the device must have. */
  readonly uuids?: readonly string[] | undefined;
  /** UUID of a template. */
  readonly template?: string | undefined;
  /** Tags, all of which the device must have. */
  readonly tags?: readonly string[] | undefined;
  /** Attributes by name, all of which the device must have. */
  readonly attributes?: ReadonlyMap<string, string> | undefined;
}

export interface DeviceMatch {
  readonly accountId: number;
  readonly filter: DeviceFilter;
  /** Lists of ids, each of which must contain the device. */
  readonly among?: readonly (readonly number[])[];
}

/** The place of a device in a list: its sort key, and its id, which orders equal keys. */
export interface DevicePlace {
  readonly id: number;
  /**
   * The sort key of the name; the time of the last connection in milliseconds, null for never; null also if ids are the order.
   */
  readonly key: string | number | null;
}

interface StoredOrder {
  readonly sort: "name" | "created";
  readonly order: SortOrder;
  readonly after: DevicePlace | null;
}

/** Up to this many sensors with the slug are looked up first; with more, each device is checked for one. */
const rareSlugMax = 2000;
/** Enough to fill a page if most devices match. Further look-ups are done for this many devices at once. */
const idsPerStep = 2000;

/**
 * Returns the first devices after `after`, ordered by name or creation. Ids grow in the order of creation, even if a clock is
 * set back.
 */
export async function devicesInOrder(
  data: ListedData,
  match: DeviceMatch,
  order: StoredOrder,
  limit: number,
): Promise<DevicePlace[]> {
  const devices = inOrder(await matching(data, match), order);
  if (order.sort === "name") return devices.select(["id", "name_order as key"]).limit(limit).execute();
  const rows = await devices.select("id").limit(limit).execute();
  return rows.map(({ id }) => ({ id, key: null }));
}

/** Yields the ids of all matching devices, step by step, so that a caller may stop early and only some are in memory. */
export async function* idsInOrder(
  data: ListedData,
  match: DeviceMatch,
  order: StoredOrder,
): AsyncGenerator<readonly number[]> {
  for (let after = order.after; ; ) {
    const step = await devicesInOrder(data, match, { ...order, after }, idsPerStep);
    yield step.map(({ id }) => id);
    if (step.length < idsPerStep) return;
    after = step.at(-1)!;
    // A walk over a large fleet gives other work its turn.
    await giveWay();
  }
}

/** Returns the places of these devices in a list by name. */
export async function placesByName(
  { db, dialect }: ListedData,
  ids: readonly number[],
): Promise<DevicePlace[]> {
  const rows = await db
    .selectFrom("devices")
    .select(["id", "name_order as key"])
    .where("id", "in", dialect.listed(ids))
    .execute();
  const places = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => places.get(id) ?? []);
}

export async function countMatching(data: ListedData, match: DeviceMatch): Promise<number> {
  const devices = await matching(data, match);
  const { count } = await devices
    .select((of) => of.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

type Devices = SelectQueryBuilder<ControlSchema, "devices", object>;

async function matching(data: ListedData, { accountId, filter, among = [] }: DeviceMatch): Promise<Devices> {
  const { group, name, enabled, uuids, search, template, tags = [], attributes = [] } = filter;
  let devices: Devices = data.db.selectFrom("devices").where("account_id", "=", accountId);
  if (enabled !== undefined) devices = devices.where("enabled", "=", enabled ? 1 : 0);
  if (group === null) devices = devices.where("group_id", "is", null);
  else if (group !== undefined) {
    devices = devices.where("group_id", "=", (where) =>
      where
        .selectFrom("device_groups")
        .select("device_groups.id")
        .where("device_groups.account_id", "=", accountId)
        .where("device_groups.name", "=", group),
    );
  }
  if (uuids !== undefined) devices = devices.where("uuid", "in", data.dialect.listed(uuids));
  if (template !== undefined) {
    devices = devices.where("template_id", "=", (where) =>
      where
        .selectFrom("device_templates")
        .select("device_templates.id")
        .where("device_templates.account_id", "=", accountId)
        .where("device_templates.uuid", "=", template.toLowerCase()),
    );
  }
  if (name !== undefined) devices = devices.where("name_order", "=", nameOrder(name.trim()));
  for (const tag of tags) devices = devices.where(hasTag(data.dialect, tag));
  for (const [attribute, value] of attributes)
    devices = devices.where((where) => where.or(hasAttribute(data.dialect, attribute, value)));
  for (const ids of among) devices = devices.where("id", "in", data.dialect.listed(ids));
  return search === undefined || search === "" ? devices : searching(data, devices, search);
}

/**
 * Walks over devices in the order of the list until the page is full. If matches are rare, it walks over all devices, so
 * nothing may be looked up for each of them; if they are frequent, the page fills soon.
 */
async function searching({ db, dialect }: ListedData, devices: Devices, search: string): Promise<Devices> {
  const some = db
    .selectFrom("sensors")
    .select("id")
    .where("slug", "=", search)
    .limit(rareSlugMax + 1);
  const { sensors } = await db
    .selectFrom(some.as("some"))
    .select((of) => of.fn.countAll<number>().as("sensors"))
    .executeTakeFirstOrThrow();
  return devices.where((where) => {
    const texts = [dialect.contains("name", search), dialect.contains("description", search)];
    texts.push(...notesContain(dialect, search));
    if (mayBePartOfUuid(search)) texts.push(dialect.contains("uuid", search));
    const withSlug = where.selectFrom("sensors").where("slug", "=", search);
    if (sensors === 0) return where.or(texts);
    if (sensors > rareSlugMax) {
      const own = withSlug.select("sensors.id").whereRef("device_id", "=", "devices.id");
      return where.or([...texts, where.exists(own)]);
    }
    return where.or([...texts, where("devices.id", "in", withSlug.select("device_id"))]);
  });
}

/** Most searches are not, which saves a third of the work. */
function mayBePartOfUuid(search: string): boolean {
  return /^[0-9a-f-]{1,36}$/i.test(search);
}

function inOrder(devices: Devices, { sort, order, after }: StoredOrder): Devices {
  const than = order === "asc" ? ">" : "<";
  if (sort === "created") {
    const rest = after === null ? devices : devices.where("id", than, after.id);
    return rest.orderBy("id", order);
  }
  const rest =
    after === null
      ? devices
      : devices.where((where) =>
          where(where.refTuple("name_order", "id"), than, where.tuple(String(after.key), after.id)),
        );
  return rest.orderBy("name_order", order).orderBy("id", order);
}
