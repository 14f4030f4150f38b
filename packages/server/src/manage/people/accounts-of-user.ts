import type { AccountCreators } from "@weir/protocol/closed-sets";
import { type Account, accountById, accountExists, updateAccount } from "../../control/accounts/accounts.ts";
import { countCreatedAccounts, tenantOfCreator } from "../../control/accounts/tenants.ts";
import type { Control, ControlReader } from "../../control/control.ts";
import { type AccountOfUser, countOwnedAccounts } from "../../control/people/accounts-of-user.ts";
import { insertMembership } from "../../control/people/memberships.ts";
import { counted } from "../../platform/counted.ts";
import { addAccount } from "../accounts/accounts.ts";
import { type Refusal, type Result, refuse, succeed } from "../core/manage-error.ts";
import { unknownAccount } from "../core/unknown-account.ts";
import { validateName } from "../core/validate-text.ts";
import { type Change, commitPeopleAnd } from "./commit-people.ts";

/** The operator's rules for people who create and delete accounts. */
export interface AccountRules {
  readonly creators: AccountCreators;
  readonly perPerson: number;
  /** How long after the request an account is deleted. */
  readonly deletionDays: number;
}

/** Creates an account. Its creator becomes the first owner. */
export async function createAccountOfUser(
  control: Control,
  userId: number,
  name: string,
  { creators, perPerson }: AccountRules,
): Promise<Result<AccountOfUser>> {
  return commitPeopleAnd(control, async (tx) => {
    const isOwner = (await countOwnedAccounts(tx, userId)) > 0;
    if (!mayCreateAccounts(creators, isOwner)) return notForPeople(creators);
    if ((await countCreatedAccounts(tx, userId)) >= perPerson) {
      const message = `A person can create at most ${counted(perPerson, "account")} (accounts_per_person).`;
      const { ok, error } = refuse("too_many_accounts", message);
      return { ok, error: { ...error, limit: { setting: "accounts_per_person", max: perPerson } } };
    }
    const tenantId = await tenantOfCreator(tx, userId);
    const made = await addAccount(control, tx, name, { createdBy: userId, tenantId });
    if (!made.ok) return made;
    const { value: account, audit, changes } = made.value;
    const owner = { accountId: account.id, userId, role: "owner", nowUs: account.createdAt } as const;
    await insertMembership(tx, owner);
    return succeed({ value: { ...account, role: owner.role }, audit, changes });
  });
}

/** `isOwner`: whether the person owns an account already. */
export function mayCreateAccounts(creators: AccountCreators, isOwner: boolean): boolean {
  return creators === "everyone" || (creators === "owners" && isOwner);
}

function notForPeople(creators: AccountCreators): Refusal {
  const who = creators === "owners" ? "people who own an account" : "the operator of this server";
  return refuse("role_needed", `Only ${who} can create accounts (account_creators).`);
}

export async function showAccount(control: ControlReader, accountId: number): Promise<Result<Account>> {
  if (!(await accountExists(control, control.db, accountId))) return unknownAccount();
  return succeed(await accountById(control.db, accountId));
}

/** `isExpected` says whether the account is unchanged since the caller read it. */
export async function renameAccount(
  control: Control,
  accountId: number,
  nameInput: string,
  isExpected: (account: Account) => boolean = () => true,
): Promise<Result<Change<Account>>> {
  const name = validateName("An account's name", nameInput);
  if (!name.ok) return name;
  return commitPeopleAnd(control, async (tx) => {
    if (!(await accountExists(control, tx, accountId))) return unknownAccount();
    const before = await accountById(tx, accountId);
    if (!isExpected(before)) {
      return refuse(
        "changed_meanwhile",
        "Someone else has changed the account in the meantime. Reload it and try again.",
      );
    }
    await updateAccount(tx, accountId, { name: name.value });
    const value = { before, after: { ...before, name: name.value } };
    const renamed = { accountId, action: "account.rename", subjectKind: "account", subject: before.uuid };
    const audit = [{ ...renamed, before: { name: before.name }, after: { name: name.value } }] as const;
    return succeed({ value, audit, changes: [{ kind: "account", accountId }] });
  });
}
