import { type Kysely, sql } from "kysely";
import { type AuditedAction, nothingToAudit } from "../control/audit/audited-action.ts";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader, ControlStore, ControlTransaction } from "../control/control-store.ts";
import { commitChange } from "./commit-change.ts";
import {
  columnsOfPatch,
  type Expectation,
  type ExpectationPatch,
  type ExpectationSettings,
  expectationOf,
  noSettings,
  settingsToJson,
} from "./device-expectation.ts";
import { findDeviceGroup } from "./device-groups.ts";
import { chainColumn } from "./device-list-chains.ts";
import {
  changedMeanwhile,
  type Edit,
  type ExpectedVersion,
  isExpected,
  type Removal,
  versionOf,
} from "./devices-edit.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { validateName } from "./validate-text.ts";

export interface DescribedGroup extends ExpectationSettings {
  readonly id: number;
  readonly name: string;
  /** Its own; null where that of the account applies. */
  readonly chain: { readonly uuid: string; readonly name: string } | null;
  readonly deviceCount: number;
  /** What applies to its devices unless they have a setting of their own. */
  readonly expectation: Expectation;
}

/** What is absent stays as it is; a null chain leaves the group without one. */
export interface GroupPatch extends ExpectationPatch {
  readonly name?: string | undefined;
  /** UUID or name of a published chain of its account. */
  readonly chain?: string | null | undefined;
}

/** In order of their names, those behind `after`. */
export async function listGroupPage(
  store: ControlReader,
  accountId: number,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ groups: DescribedGroup[]; last: string | null }> {
  const groups = selectGroups(store.db, accountId)
    .orderBy("device_groups.name")
    .limit(limit + 1);
  const rows = await (after === null ? groups : groups.where("device_groups.name", ">", after)).execute();
  const page = rows.slice(0, limit).map(toGroup);
  return { groups: page, last: rows.length > limit ? page.at(-1)!.name : null };
}

export async function getDeviceGroup(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
  name: string,
): Promise<Result<DescribedGroup>> {
  const row = await selectGroups(db, accountId).where("device_groups.name", "=", name).executeTakeFirst();
  return row ? succeed(toGroup(row)) : refuse("unknown_group", `The account has no group "${name}".`);
}

/** Of what people edit of a group. */
export function versionOfGroup(group: DescribedGroup): string {
  return versionOf(Object.values(editableOfGroup(group)));
}

function editableOfGroup(group: DescribedGroup) {
  const { name, chain } = group;
  return { name, chain: chain?.uuid ?? null, ...settingsToJson(group) };
}

function actionOn(accountId: number, action: string, { name }: DescribedGroup): AuditedAction {
  return { accountId, action, subjectKind: "device group", subject: name };
}

export async function editDeviceGroup(
  store: ControlStore,
  { accountId, group }: { readonly accountId: number; readonly group: string },
  patch: GroupPatch,
  expected: ExpectedVersion,
): Promise<Result<Edit<DescribedGroup>>> {
  return commitChange<Edit<DescribedGroup>>(store, async (tx) => {
    const found = await getDeviceGroup({ db: tx }, accountId, group);
    if (!found.ok) return found;
    const before = found.value;
    if (!isExpected(expected, versionOfGroup(before))) return changedMeanwhile();
    const name = await freeName(tx, accountId, before, patch.name ?? before.name);
    if (!name.ok) return name;
    const chain =
      patch.chain === undefined ? succeed({}) : await chainColumn(store, tx, accountId, patch.chain);
    if (!chain.ok) return chain;
    const columns = { name: name.value, ...chain.value, ...columnsOfPatch(before, patch) };
    await tx.updateTable("device_groups").set(columns).where("id", "=", before.id).execute();
    const after = await getDeviceGroup({ db: tx }, accountId, name.value);
    if (!after.ok) return after;
    const value = { kind: "done", before, after: after.value } as const;
    const audit = [
      {
        ...actionOn(accountId, "device-group.update", before),
        ...{ before: editableOfGroup(before), after: editableOfGroup(after.value) },
      },
    ] as const;
    return succeed({ value, audit, changes: [{ kind: "account", accountId }] });
  });
}

export type GroupRemoval =
  | Removal<DescribedGroup>
  | { readonly kind: "not empty"; readonly deviceCount: number };

/** A group with devices is removed only with force; then they are in no group. */
export async function removeDeviceGroup(
  store: ControlStore,
  {
    accountId,
    group,
    force,
  }: { readonly accountId: number; readonly group: string; readonly force: boolean },
  expected: ExpectedVersion,
): Promise<Result<GroupRemoval>> {
  return commitChange<GroupRemoval>(store, async (tx) => {
    const found = await getDeviceGroup({ db: tx }, accountId, group);
    if (!found.ok) return found;
    const before = found.value;
    const { id, deviceCount } = before;
    if (!isExpected(expected, versionOfGroup(before))) return changedMeanwhile();
    if (deviceCount > 0 && !force) {
      return succeed({
        value: { kind: "not empty", deviceCount },
        audit: nothingToAudit("the group was left as it is"),
        changes: [],
      });
    }
    await tx.updateTable("devices").set({ group_id: null }).where("group_id", "=", id).execute();
    await tx.deleteFrom("device_groups").where("id", "=", id).execute();
    return succeed({
      value: { kind: "done", before },
      audit: [
        {
          ...actionOn(accountId, "device-group.delete", before),
          before: { ...editableOfGroup(before), devices: deviceCount },
        },
      ],
      changes: [{ kind: "account", accountId }],
    });
  });
}

async function freeName(
  tx: ControlTransaction,
  accountId: number,
  { id }: DescribedGroup,
  wanted: string,
): Promise<Result<string>> {
  const name = validateName("A group's name", wanted);
  if (!name.ok) return name;
  const namesake = await findDeviceGroup(tx, accountId, name.value);
  if (!namesake.ok || namesake.value.id === id) return name;
  return refuse("group_name_taken", `The account already has a group "${name.value}".`);
}

function selectGroups(db: Kysely<ControlSchema>, accountId: number) {
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
}: GroupRow): DescribedGroup {
  const chain = chainUuid === null || chainName === null ? null : { uuid: chainUuid, name: chainName };
  const account = { expectedIntervalS: accountIntervalS, silenceAlarm: accountSilenceAlarm };
  return { ...row, chain, expectation: expectationOf({ device: noSettings, group: row, account }, null) };
}
