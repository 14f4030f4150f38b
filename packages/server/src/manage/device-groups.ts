import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader, ControlStore } from "../control/control-store.ts";
import { accountExists } from "./accounts.ts";
import { commitChange } from "./commit-change.ts";
import { columnsOfPatch, type ExpectationPatch, noSettings } from "./device-expectation.ts";
import { chainColumn } from "./device-list-chains.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";
import { validateName } from "./validate-text.ts";

/** Devices of one account that share a chain. A group is known by its name, which is unique in its account. */
export interface DeviceGroup {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
}

export interface NewDeviceGroup extends ExpectationPatch {
  readonly accountId: number;
  readonly name: string;
  /** UUID or name of a published chain of the account. */
  readonly chain?: string | undefined;
}

export async function createDeviceGroup(
  store: ControlStore,
  input: NewDeviceGroup,
): Promise<Result<DeviceGroup>> {
  const name = validateName("A group's name", input.name);
  if (!name.ok) return name;
  return commitChange(store, async (tx) => {
    if (!(await accountExists(store, tx, input.accountId))) {
      return refuse("unknown_account", "There is no such account.");
    }
    if ((await findDeviceGroup(tx, input.accountId, name.value)).ok) {
      return refuse("group_name_taken", `The account already has a group "${name.value}".`);
    }
    const chain = await chainColumn(store, tx, input.accountId, input.chain ?? null);
    if (!chain.ok) return chain;
    const expectation = columnsOfPatch(noSettings, input);
    const group = await tx
      .insertInto("device_groups")
      .values({ account_id: input.accountId, name: name.value, ...chain.value, ...expectation })
      .returning(["id", "account_id as accountId", "name"])
      .executeTakeFirstOrThrow();
    const made = { accountId: input.accountId, action: "device-group.create", subjectKind: "device group" };
    const after = { name: group.name, chain: input.chain ?? null, ...expectation };
    return succeed({ value: group, audit: [{ ...made, subject: group.name, after }], changes: [] });
  });
}

export async function listDeviceGroups(store: ControlReader): Promise<DeviceGroup[]> {
  const groups = store.db.selectFrom("device_groups").select(["id", "account_id as accountId", "name"]);
  const within = store.accountId === null ? groups : groups.where("account_id", "=", store.accountId);
  return within.orderBy("account_id").orderBy("name").execute();
}

export async function findDeviceGroup(
  db: Kysely<ControlSchema>,
  accountId: number,
  name: string,
): Promise<Result<DeviceGroup>> {
  const group = await db
    .selectFrom("device_groups")
    .select(["id", "account_id as accountId", "name"])
    .where("account_id", "=", accountId)
    .where("name", "=", name)
    .executeTakeFirst();
  return group ? succeed(group) : refuse("unknown_group", `The account has no group "${name}".`);
}
