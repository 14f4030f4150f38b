import type { ControlData, ControlTransaction } from "../control.ts";
import { type Viewer, visibleTo } from "../owned-rows.ts";

export interface SavedDeviceFilter {
  readonly uuid: string;
  readonly userId: number | null;
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Returns the filters of the account and the viewer's own, by name in any case. */
export async function listFilters(db: ControlData, viewer: Viewer): Promise<SavedDeviceFilter[]> {
  const rows = await visibleFilters(db, viewer)
    .orderBy(({ fn }) => fn("lower", ["name"]))
    .orderBy("id")
    .execute();
  return rows.map(toFilter);
}

/** Returns null also for another person's own filter. */
export async function findFilter(
  db: ControlData,
  viewer: Viewer,
  uuid: string,
): Promise<SavedDeviceFilter | null> {
  const row = await visibleFilters(db, viewer).where("uuid", "=", uuid).executeTakeFirst();
  return row === undefined ? null : toFilter(row);
}

export async function insertFilter(
  tx: ControlTransaction,
  { accountId, userId }: Viewer,
  { uuid, name, parameters }: Omit<SavedDeviceFilter, "userId">,
): Promise<void> {
  const row = { uuid, account_id: accountId, user_id: userId, name, parameters: JSON.stringify(parameters) };
  await tx.insertInto("device_filters").values(row).execute();
}

export async function deleteFilter(tx: ControlTransaction, uuid: string): Promise<void> {
  await tx.deleteFrom("device_filters").where("uuid", "=", uuid).execute();
}

function visibleFilters(db: ControlData, { accountId, userId }: Viewer) {
  return db
    .selectFrom("device_filters")
    .selectAll()
    .where("account_id", "=", accountId)
    .where(visibleTo(userId));
}

type FilterRow = Awaited<ReturnType<ReturnType<typeof visibleFilters>["executeTakeFirstOrThrow"]>>;

function toFilter({ uuid, name, user_id: userId, parameters }: FilterRow): SavedDeviceFilter {
  return { uuid, name, userId, parameters: JSON.parse(parameters) };
}
