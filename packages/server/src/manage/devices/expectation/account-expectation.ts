import { expectationOfAccount, updateAccount } from "../../../control/accounts/accounts.ts";
import type { Control, ControlReader } from "../../../control/control.ts";
import type { ExpectationSettings } from "../../../control/devices/expectation-settings.ts";
import { commitChange } from "../../core/commit-change.ts";
import { type Result, refuse, succeed } from "../../core/manage-error.ts";
import { columnsOfPatch, type ExpectationPatch, settingsToJson } from "./device-expectation.ts";

/** The expectation of an account for devices without their own setting, whose group has none either. */
export async function accountExpectation(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
): Promise<ExpectationSettings> {
  return (await expectationOfAccount(db, accountId))!;
}

export async function editAccountExpectation(
  control: Control,
  accountId: number,
  patch: ExpectationPatch,
): Promise<Result<ExpectationSettings>> {
  return commitChange(control, async (tx) => {
    const isWithin = control.accountId === null || control.accountId === accountId;
    const before = isWithin ? await expectationOfAccount(tx, accountId) : undefined;
    if (before === undefined) return refuse("unknown_account", "This account does not exist.");
    const columns = columnsOfPatch(before, patch);
    await updateAccount(tx, accountId, columns);
    const { uuid, ...after } = (await expectationOfAccount(tx, accountId))!;
    return succeed({
      value: after,
      audit: [
        {
          accountId,
          action: "account.set-expectation",
          subjectKind: "account",
          subject: uuid,
          before: settingsToJson(before),
          after: settingsToJson(after),
        },
      ],
      changes: [{ kind: "account", accountId }],
    });
  });
}
