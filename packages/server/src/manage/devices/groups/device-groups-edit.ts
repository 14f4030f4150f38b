import type { AuditedAction } from "../../../control/audit/audited-action.ts";
import type { Control, ControlReader, ControlTransaction } from "../../../control/control.ts";
import {
  deleteGroup,
  type GroupWithSettings,
  groupByName,
  groupsBehind,
  groupWithSettings,
  updateGroup,
} from "../../../control/devices/device-groups.ts";
import { type ExpectedVersion, isExpected, versionOf } from "../../../web/expected-version.ts";
import { chainColumn } from "../../core/chain-column.ts";
import { commitChange } from "../../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../../core/manage-error.ts";
import { refuseChanged } from "../../core/owner-rules.ts";
import { validateName } from "../../core/validate-text.ts";
import {
  columnsOfPatch,
  type Expectation,
  type ExpectationPatch,
  expectationOf,
  noSettings,
  settingsToJson,
} from "../expectation/device-expectation.ts";

export interface DescribedGroup extends Omit<GroupWithSettings, "ofAccount"> {
  /** Applies to its devices unless they have their own setting. */
  readonly expectation: Expectation;
}

/** Omitted fields stay. A null chain removes the group's chain. */
interface GroupPatch extends ExpectationPatch {
  readonly name?: string | undefined;
  /** UUID or name of a published chain of its account. */
  readonly chain?: string | null | undefined;
}

/** In order of their names, those after `after`. */
export async function listGroupPage(
  control: ControlReader,
  accountId: number,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ groups: DescribedGroup[]; last: string | null }> {
  const found = await groupsBehind(control.db, accountId, { after, limit: limit + 1 });
  const page = found.slice(0, limit).map(describe);
  return { groups: page, last: found.length > limit ? page.at(-1)!.name : null };
}

export async function getDeviceGroup(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
  name: string,
): Promise<Result<DescribedGroup>> {
  const group = await groupWithSettings(db, accountId, name);
  return group ? succeed(describe(group)) : refuse("unknown_group", `The account has no group "${name}".`);
}

/** The version of what people edit about a group. */
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
  control: Control,
  { accountId, group }: { readonly accountId: number; readonly group: string },
  patch: GroupPatch,
  expected: ExpectedVersion,
): Promise<Result<DescribedGroup>> {
  return commitChange(control, async (tx) => {
    const found = await getDeviceGroup({ db: tx }, accountId, group);
    if (!found.ok) return found;
    const before = found.value;
    if (!isExpected(expected, versionOfGroup(before))) return refuseChanged("group");
    const name = await freeName(tx, accountId, before, patch.name ?? before.name);
    if (!name.ok) return name;
    const chain =
      patch.chain === undefined ? succeed({}) : await chainColumn(control, tx, accountId, patch.chain);
    if (!chain.ok) return chain;
    const columns = { name: name.value, ...chain.value, ...columnsOfPatch(before, patch) };
    await updateGroup(tx, before.id, columns);
    const after = await getDeviceGroup({ db: tx }, accountId, name.value);
    if (!after.ok) return after;
    const audit = [
      {
        ...actionOn(accountId, "device-group.update", before),
        before: editableOfGroup(before),
        after: editableOfGroup(after.value),
      },
    ] as const;
    return succeed({ value: after.value, audit, changes: [{ kind: "account", accountId }] });
  });
}

/** Deletes a group with devices only with force. The devices are then in no group. */
export async function removeDeviceGroup(
  control: Control,
  {
    accountId,
    group,
    force,
  }: { readonly accountId: number; readonly group: string; readonly force: boolean },
  expected: ExpectedVersion,
): Promise<Result<null>> {
  return commitChange(control, async (tx) => {
    const found = await getDeviceGroup({ db: tx }, accountId, group);
    if (!found.ok) return found;
    const before = found.value;
    const { id, deviceCount } = before;
    if (!isExpected(expected, versionOfGroup(before))) return refuseChanged("group");
    if (deviceCount > 0 && !force) return refuseNotEmpty(deviceCount);
    await deleteGroup(tx, id);
    return succeed({
      value: null,
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

function refuseNotEmpty(deviceCount: number): Refusal {
  const devices = deviceCount === 1 ? "a device" : `${deviceCount} devices`;
  return refuse(
    "group_not_empty",
    `The group has ${devices}. Move them first, or delete the group with force=true, which leaves them without a group.`,
  );
}

async function freeName(
  tx: ControlTransaction,
  accountId: number,
  { id }: DescribedGroup,
  wanted: string,
): Promise<Result<string>> {
  const name = validateName("A group's name", wanted);
  if (!name.ok) return name;
  const namesake = await groupByName(tx, accountId, name.value);
  if (namesake === undefined || namesake.id === id) return name;
  return refuse("group_name_taken", `The account already has a group "${name.value}".`);
}

function describe({ ofAccount: account, ...group }: GroupWithSettings): DescribedGroup {
  return { ...group, expectation: expectationOf({ device: noSettings, group, account }, null) };
}
