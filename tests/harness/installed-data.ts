/** Writes control data of an installation as commands and people do. */
import "./quick-passwords.ts";
import type { Role } from "@weir/protocol/manage/access";
import { unwrap } from "@weir/protocol/result";
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
  /** The name or UUID of the account; the first one if it is left out. */
  readonly account?: string;
}

/** Creates a device in the first account, or in a new one. */
export async function installDevice(
  control: Control,
  slugs: readonly string[],
  newAccount?: string,
): Promise<InstalledDevice> {
  const account = unwrap(
    await (newAccount === undefined ? accountFor(control) : createAccount(control, newAccount)),
  );
  const device = unwrap(
    await createDevice(control, {
      accountId: account.id,
      name: "Test device",
      contract: "queued",
      handling: "strict",
      sensors: slugs.map((slug) => ({ slug })),
    }),
  );
  const { uuid, token, sensors } = device;
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

/** Creates another account with the name of the first one, and its owner. */
export async function installAccount(control: Control, owner: InstalledOwner): Promise<void> {
  const account = unwrap(await createAccount(control, "Default"));
  await installMember(control, { ...owner, role: "owner", account: account.uuid });
}

/** Creates a person in an account. */
export async function installMember(
  control: Control,
  { email, password, role, account: accountName }: InstalledMember,
): Promise<void> {
  const account = unwrap(await accountFor(control, accountName));
  const passwordHash = await hashPassword(password);
  await control.transact(async (tx) => {
    const nowUs = control.nowUs();
    const owner = { email, name: email.split("@")[0]!, passwordHash };
    const user = unwrap(await createUser(tx, owner, nowUs));
    const accountId = account.id;
    await insertMember(tx, { accountId, userId: user.id, role, nowUs });
  });
}

/** Makes it the chain of all sensors, as the command line does. */
export async function installDefaultChain(control: Control, definition: ChainDefinition): Promise<void> {
  unwrap(await saveDraft(control, "Default", { definition }));
  unwrap(await publishChain({ ...control, chainWork: workHere }, "Default"));
}
