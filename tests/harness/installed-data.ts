/** Writes control data of an installation as commands and people do. */
import "./quick-passwords.ts";
import type { Role } from "@weir/protocol/manage/access";
import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { Control } from "../../packages/server/src/control/control.ts";
import { accountFor, createAccount } from "../../packages/server/src/manage/accounts/accounts.ts";
import { saveDraft } from "../../packages/server/src/manage/chains/chain-drafts.ts";
import { publishChain } from "../../packages/server/src/manage/chains/chain-publishing.ts";
import { workHere } from "../../packages/server/src/manage/chains/work/work-here.ts";
import { createDevice } from "../../packages/server/src/manage/devices/devices.ts";
import { insertMember } from "../../packages/server/src/manage/people/members.ts";
import { hashPassword } from "../../packages/server/src/manage/people/password.ts";
import { createUser } from "../../packages/server/src/manage/people/users.ts";

export interface InstalledSensor {
  readonly id: number;
  readonly slug: string;
  readonly uuid: string;
}

export interface InstalledDevice {
  readonly uuid: string;
  readonly token: string;
  readonly sensors: readonly InstalledSensor[];
}

export interface InstalledOwner {
  readonly email: string;
  readonly password: string;
}

export interface InstalledMember extends InstalledOwner {
  readonly role: Role;
}

/** Creates a device in the first account, or in a new one. */
export async function installDevice(
  control: Control,
  slugs: readonly string[],
  newAccount?: string,
): Promise<InstalledDevice> {
  const account = await (newAccount === undefined ? accountFor(control) : createAccount(control, newAccount));
  if (!account.ok) throw new Error(account.error.message);
  const device = await createDevice(control, {
    accountId: account.value.id,
    name: "Test device",
    contract: "queued",
    handling: "strict",
    sensors: slugs.map((slug) => ({ slug })),
  });
  if (!device.ok) throw new Error(device.error.message);
  const { uuid, token, sensors } = device.value;
  const found = await control.db.selectFrom("sensors").select(["id", "uuid"]).execute();
  const idOf = new Map(found.map((sensor) => [sensor.uuid, sensor.id]));
  return { uuid, token, sensors: sensors.map((sensor) => ({ ...sensor, id: idOf.get(sensor.uuid)! })) };
}

/**
 * Creates an owner of the first account before the first start. If the server creates the owner on its first start,
 * rating and hashing the password takes as long as the rest of that start.
 */
export function installOwner(control: Control, owner: InstalledOwner): Promise<void> {
  return installMember(control, { ...owner, role: "owner" });
}

/** Creates a person in the first account. */
export async function installMember(
  control: Control,
  { email, password, role }: InstalledMember,
): Promise<void> {
  const account = await accountFor(control);
  if (!account.ok) throw new Error(account.error.message);
  const passwordHash = await hashPassword(password);
  await control.transact(async (tx) => {
    const nowUs = control.nowUs();
    const owner = { email, name: email.split("@")[0]!, passwordHash };
    const user = await createUser(tx, owner, nowUs);
    if (!user.ok) throw new Error(user.error.message);
    const accountId = account.value.id;
    await insertMember(tx, { accountId, userId: user.value.id, role, nowUs });
  });
}

/** Makes it the chain of all sensors, as the command line does. */
export async function installDefaultChain(control: Control, definition: ChainDefinition): Promise<void> {
  const saved = await saveDraft(control, "Default", { definition });
  if (!saved.ok) throw new Error(JSON.stringify(saved.error));
  const published = await publishChain({ ...control, chainWork: workHere }, "Default");
  if (!published.ok) throw new Error(JSON.stringify(published.error));
}
