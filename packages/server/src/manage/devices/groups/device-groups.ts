import { accountExists } from "../../../control/accounts/accounts.ts";
import type { Control, ControlTransaction } from "../../../control/control.ts";
import { type DeviceGroup, groupByName, insertGroup } from "../../../control/devices/device-groups.ts";
import { chainColumn } from "../../core/chain-column.ts";
import { type Changed, commitChange } from "../../core/commit-change.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { validateName } from "../../core/validate-text.ts";
import { columnsOfPatch, type ExpectationPatch, noSettings } from "../expectation/device-expectation.ts";

interface NewDeviceGroup extends ExpectationPatch {
  readonly accountId: number;
  readonly name: string;
  /** UUID or name of a published chain of the account. */
  readonly chain?: string | undefined;
}

export async function createDeviceGroup(
  control: Control,
  input: NewDeviceGroup,
): Promise<Result<DeviceGroup>> {
  return commitChange(control, (tx) => addDeviceGroup(control, tx, input));
}

/** Creates the group as part of a transaction of control data. */
export async function addDeviceGroup(
  control: Control,
  tx: ControlTransaction,
  input: NewDeviceGroup,
): Promise<Result<Changed<DeviceGroup>>> {
  const { accountId } = input;
  const name = validateName("A group's name", input.name);
  if (!name.ok) return name;
  if (!(await accountExists(control, tx, accountId))) {
    return refuse("unknown_account", "This account does not exist.");
  }
  if ((await groupByName(tx, accountId, name.value)) !== undefined) {
    return refuse("group_name_taken", `The account already has a group "${name.value}".`);
  }
  const chain = await chainColumn(control, tx, accountId, input.chain ?? null);
  if (!chain.ok) return chain;
  const expectation = columnsOfPatch(noSettings, input);
  const columns = { account_id: accountId, name: name.value, ...chain.value, ...expectation };
  const group = await insertGroup(tx, columns);
  const made = { accountId, action: "device-group.create", subjectKind: "device group" };
  const after = { name: group.name, chain: input.chain ?? null, ...expectation };
  return succeed({ value: group, audit: [{ ...made, subject: group.name, after }], changes: [] });
}
