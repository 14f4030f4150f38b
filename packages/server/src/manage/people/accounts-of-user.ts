import { type Account, accountById, accountExists, updateAccount } from "../../control/accounts/accounts.ts";
import type { Control, ControlReader } from "../../control/control.ts";
import { type AccountOfUser, countOwnedAccounts } from "../../control/people/accounts-of-user.ts";
import { insertMembership } from "../../control/people/memberships.ts";
import { addAccount } from "../accounts/accounts.ts";
import { type Refusal, type Result, refuse, succeed } from "../manage-error.ts";
import { validateName } from "../validate-text.ts";
import { type Change, commitPeopleAnd } from "./commit-people.ts";

export const accountsPerOwnerMax = 50;

/** Creates an account. Its creator becomes the first owner. */
export async function createAccountOfUser(
  control: Control,
  userId: number,
  name: string,
): Promise<Result<AccountOfUser>> {
  return commitPeopleAnd(control, async (tx) => {
    if ((await countOwnedAccounts(tx, userId)) >= accountsPerOwnerMax) {
      return refuse("too_many_accounts", `A person can own at most ${accountsPerOwnerMax} accounts.`);
    }
    const made = await addAccount(control, tx, name);
    if (!made.ok) return made;
    const { value: account, audit, changes } = made.value;
    const owner = { accountId: account.id, userId, role: "owner", nowUs: account.createdAt } as const;
    await insertMembership(tx, owner);
    return succeed({ value: { ...account, role: owner.role }, audit, changes });
  });
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

function unknownAccount(): Refusal {
  return refuse("unknown_account", "This account does not exist.");
}
