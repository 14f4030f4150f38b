import { oldestAccount } from "../../control/accounts/accounts.ts";
import { actionsOf, nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Control, ControlData, ControlReader, ControlTransaction } from "../../control/control.ts";
import { hasOwner } from "../../control/people/accounts-of-user.ts";
import { putOwner } from "../../control/people/memberships.ts";
import { findUserByEmail, type UserRow } from "../../control/people/users.ts";
import { deleteSetting, insertSetting, readSetting } from "../../control/settings.ts";
import { addAccount } from "../accounts/accounts.ts";
import type { Changed } from "../core/commit-change.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { generateSecret, hashSecret, isSameHash } from "../core/one-time-secret.ts";
import { commitPeople, commitPeopleAnd } from "./commit-people.ts";
import { arrivalOf } from "./own-action.ts";
import { hashPassword, refusePassword } from "./password.ts";
import { createSession, type IssuedSession, type Origin } from "./sessions.ts";
import { writePassword } from "./set-password.ts";
import { createUser } from "./users.ts";

/**
 * How the first person gets access. While no account has an owner with a password, each start of the server makes a
 * secret and prints it in a link. The person who opens the link becomes the owner. Only one owner is created, and only
 * hashes of secrets are stored.
 */
const settingKey = "setup_secret_hash";
/** In a cluster whose processes restart often, the oldest secrets are void. */
const secretsMax = 64;
const firstAccountName = "Default";

interface SetupSecretOptions {
  /**
   * Other manage processes may have printed links, which work as well until there is an owner. Otherwise earlier links
   * are void.
   */
  readonly besideOthers: boolean;
}

/** Null if there is an owner already. */
export async function makeSetupSecret(
  control: Control,
  { besideOthers }: SetupSecretOptions = { besideOthers: false },
): Promise<string | null> {
  const secret = generateSecret();
  const made = await commitPeople(
    control,
    async (tx) => {
      const others = besideOthers ? await readHashes(tx) : [];
      await deleteSetting(tx, settingKey);
      if (await hasOwner(tx)) return succeed(null);
      const hashes = [...others, Buffer.from(hashSecret(secret)).toString("hex")].slice(-secretsMax);
      await insertSetting(tx, settingKey, hashes.join(" "));
      return succeed(secret);
    },
    () => nothingToAudit("every start makes a secret until there is an owner"),
  );
  return made.ok ? made.value : null;
}

export async function isSetupNeeded({ db }: ControlReader): Promise<boolean> {
  return !(await hasOwner(db));
}

interface NewOwner {
  readonly email: string;
  readonly password: string;
  readonly name: string;
  /** Creates an account of this name instead of using the oldest. */
  readonly accountName?: string | undefined;
}

interface SetUpOwner {
  readonly userId: number;
  readonly email: string;
  readonly accountId: number;
  readonly session: IssuedSession;
}

/** Creates the owner and signs them in. */
export async function setUpOwner(
  control: Control,
  secret: string,
  owner: NewOwner,
  origin: Origin,
): Promise<Result<SetUpOwner>> {
  // Checked before the password is hashed, which is work that not everybody should be able to cause.
  if (!(await isSetupSecret(control.db, secret))) return setupRefused();
  const accountNames = owner.accountName === undefined ? [] : [owner.accountName];
  const refused = await refusePassword(owner.password, { ...owner, accountNames });
  if (refused) return refused;
  const passwordHash = await hashPassword(owner.password);
  return commitPeopleAnd(control, async (tx) => {
    if ((await hasOwner(tx)) || !(await isSetupSecret(tx, secret))) return setupRefused();
    const made = await insertOwner(control, tx, owner, passwordHash);
    if (!made.ok) return made;
    const { user, accountId } = made.value.value;
    await deleteSetting(tx, settingKey);
    const session = await createSession(tx, user.id, origin, control.nowUs());
    const value = { userId: user.id, email: user.email, accountId, session };
    const setUp = arrivalOf(user.email, "user.set-up", { after: { name: owner.name, role: "owner" } });
    const others = actionsOf(made.value.audit).map((action) => ({ ...action, by: setUp.by! }));
    const audit = [setUp, ...others] as const;
    return succeed({ value, audit, changes: made.value.changes });
  });
}

/** For installations that are set up by their environment. Does nothing once there is an owner. */
export async function ensureOwner(
  control: Control,
  email: string,
  password: string,
): Promise<Result<"made" | "there already">> {
  if (await hasOwner(control.db)) return succeed("there already");
  const name = email.split("@")[0]!;
  const refused = await refusePassword(password, { email, name });
  if (refused) return refused;
  const passwordHash = await hashPassword(password);
  return commitPeopleAnd<"made" | "there already">(control, async (tx) => {
    if (await hasOwner(tx)) return succeed({ value: "there already", audit: ownerIsThere, changes: [] });
    const made = await insertOwner(control, tx, { email, password, name }, passwordHash);
    if (!made.ok) return made;
    const { user } = made.value.value;
    const setUp = { accountId: null, action: "user.set-up", subjectKind: "user", subject: user.email };
    const audit = [{ ...setUp, after: { name, role: "owner" } }, ...actionsOf(made.value.audit)] as const;
    return succeed({ value: "made", audit, changes: made.value.changes });
  });
}

const ownerIsThere = nothingToAudit("there is an owner already");

async function isSetupSecret(db: ControlData, secret: string): Promise<boolean> {
  const hash = hashSecret(secret);
  return (await readHashes(db)).some((kept) => isSameHash(Buffer.from(kept, "hex"), hash));
}

/** Of the secrets that work, the oldest first. */
async function readHashes(db: ControlData): Promise<string[]> {
  return (await readSetting(db, settingKey))?.split(" ") ?? [];
}

/** A person whom the operator created already gets the password and the role. */
async function insertOwner(
  control: Control,
  tx: ControlTransaction,
  { email, name, accountName }: NewOwner,
  passwordHash: string,
): Promise<Result<Changed<{ user: UserRow; accountId: number }>>> {
  const nowUs = control.nowUs();
  const there = await findUserByEmail(tx, email);
  const user = there ? succeed(there) : await createUser(tx, { email, name, passwordHash }, nowUs);
  if (!user.ok) return user;
  const userId = user.value.id;
  if (there) await writePassword(tx, userId, { hash: passwordHash, sparedSessionId: null, nowUs });
  const account = await accountToOwn(control, tx, accountName);
  if (!account.ok) return account;
  const { value: accountId, audit, changes } = account.value;
  await putOwner(tx, { accountId, userId, nowUs });
  return succeed({ value: { user: user.value, accountId }, audit, changes });
}

async function accountToOwn(
  control: Control,
  tx: ControlTransaction,
  name: string | undefined,
): Promise<Result<Changed<number>>> {
  const oldest = name === undefined ? await oldestAccount(control, tx) : undefined;
  if (oldest) {
    const audit = nothingToAudit("the account was there already");
    return succeed({ value: oldest.id, audit, changes: [] });
  }
  const made = await addAccount(control, tx, name ?? firstAccountName);
  if (!made.ok) return made;
  return succeed({ ...made.value, value: made.value.value.id });
}

function setupRefused(): Refusal {
  return refuse(
    "setup_refused",
    "This link was already used or replaced by a newer one. Until there is an owner, the server prints a new link each time it starts.",
  );
}
