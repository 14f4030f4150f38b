import { type Insertable, sql, type Updateable } from "kysely";
import type { ControlData, ControlTransaction } from "../control.ts";
import type { DeviceGroupTable } from "../control-schema.ts";
import type { ExpectationSettings } from "./expectation-settings.ts";

/** Devices of one account that share a chain. A group is known by its name, which is unique in its account. */
export interface DeviceGroup {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
}

/** A group as people see and edit it. */
export interface GroupWithSettings extends ExpectationSettings {
  readonly id: number;
  readonly name: string;
  /** Its own chain; null if that of the account applies. */
  readonly chain: { readonly uuid: string; readonly name: string } | null;
  readonly deviceCount: number;
  /** The settings of its account. */
  readonly ofAccount: ExpectationSettings;
}

export async function groupByName(
  db: ControlData,
  accountId: number,
  name: string,
): Promise<DeviceGroup | undefined> {
  return selectNames(db).where("account_id", "=", accountId).where("name", "=", name).executeTakeFirst();
}

/** Returns at most `limit` groups after `after`, ordered by name. */
export async function groupsBehind(
  db: ControlData,
  accountId: number,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<GroupWithSettings[]> {
  const rows = await selectGroups(db, accountId)
    .$if(after !== null, (query) => query.where("device_groups.name", ">", after!))
    .orderBy("device_groups.name")
    .limit(limit)
    .execute();
  return rows.map(toGroup);
}

export async function groupWithSettings(
  db: ControlData,
  accountId: number,
  name: string,
): Promise<GroupWithSettings | undefined> {
  const row = await selectGroups(db, accountId).where("device_groups.name", "=", name).executeTakeFirst();
  return row && toGroup(row);
}

export async function insertGroup(
  tx: ControlTransaction,
  group: Insertable<DeviceGroupTable>,
): Promise<DeviceGroup> {
  return tx
    .insertInto("device_groups")
    .values(group)
    .returning(["id", "account_id as accountId", "name"])
    .executeTakeFirstOrThrow();
}

export async function updateGroup(
  tx: ControlTransaction,
  groupId: number,
  columns: Updateable<DeviceGroupTable>,
): Promise<void> {
  await tx.updateTable("device_groups").set(columns).where("id", "=", groupId).execute();
}

/** Deletes a group. Its devices stay, without a group. */
export async function deleteGroup(tx: ControlTransaction, groupId: number): Promise<void> {
  await tx.updateTable("devices").set({ group_id: null }).where("group_id", "=", groupId).execute();
  await tx.deleteFrom("device_groups").where("id", "=", groupId).execute();
}

function selectNames(db: ControlData) {
  return db.selectFrom("device_groups").select(["id", "account_id as accountId", "name"]);
}

function selectGroups(db: ControlData, accountId: number) {
  return db
    .selectFrom("device_groups")
    .innerJoin("accounts", "accounts.id", "device_groups.account_id")
    .leftJoin("chains", "chains.id", "device_groups.chain_id")
    .select([
      "device_groups.id",
      "device_groups.name",
      "chains.uuid as chainUuid",
      "chains.name as chainName",
      "device_groups.expected_interval_s as expectedIntervalS",
      "device_groups.silence_alarm as silenceAlarm",
      "accounts.expected_interval_s as accountIntervalS",
      "accounts.silence_alarm as accountSilenceAlarm",
      sql<number>`(SELECT count(*) FROM devices WHERE group_id = device_groups.id)`.as("deviceCount"),
    ])
    .where("device_groups.account_id", "=", accountId);
}

type GroupRow = Awaited<ReturnType<ReturnType<typeof selectGroups>["executeTakeFirstOrThrow"]>>;

function toGroup({
  chainUuid,
  chainName,
  accountIntervalS,
  accountSilenceAlarm,
  ...row
}: GroupRow): GroupWithSettings {
  const chain = chainUuid === null || chainName === null ? null : { uuid: chainUuid, name: chainName };
  const ofAccount = { expectedIntervalS: accountIntervalS, silenceAlarm: accountSilenceAlarm };
  return { ...row, chain, ofAccount };
}
