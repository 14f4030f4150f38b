import { updateAccount } from "../../control/accounts/accounts.ts";
import type { Control } from "../../control/control.ts";
import { findUserById } from "../../control/people/users.ts";
import { type Result, refuse, succeed } from "../core/manage-error.ts";
import { commitPeopleAnd } from "./commit-people.ts";

interface SecondFactorRule {
  readonly accountId: number;
  readonly accountUuid: string;
  readonly isRequired: boolean;
  /** The owner who sets it. */
  readonly userId: number;
}

/**
 * Sets whether an account requires a second factor of its members. Members without one can do nothing in the account,
 * from their next request on, until they have set one up. So the owner who sets it must have one. API keys keep
 * working.
 */
export function requireSecondFactor(
  control: Control,
  { accountId, accountUuid, isRequired, userId }: SecondFactorRule,
): Promise<Result<null>> {
  return commitPeopleAnd(control, async (tx) => {
    const user = await findUserById(tx, userId);
    if (isRequired && (user?.totp_confirmed_at ?? null) === null) {
      return refuse(
        "totp_off",
        "Set up two-step sign-in for yourself first. Otherwise you would lock yourself out of the account.",
      );
    }
    await updateAccount(tx, accountId, { second_factor_required: isRequired ? 1 : 0 });
    const action = isRequired ? "account.require-second-factor" : "account.allow-one-factor";
    const audit = [{ accountId, action, subjectKind: "account", subject: accountUuid }] as const;
    return succeed({ value: null, audit, changes: [] });
  });
}
