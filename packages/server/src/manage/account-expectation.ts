import type { Kysely } from "kysely";
import type { ControlSchema } from "../control/control-schema.ts";
import type { ControlReader, ControlStore } from "../control/control-store.ts";
import type { ExpectationSettings } from "../control/devices/expectation-settings.ts";
import { commitChange } from "./commit-change.ts";
import { columnsOfPatch, type ExpectationPatch, settingsToJson } from "./device-expectation.ts";
import { type Result, refuse, succeed } from "./manage-error.ts";

/** What an account expects of devices that have no setting of their own and whose group has none. */
export async function accountExpectation(
  { db }: Pick<ControlReader, "db">,
  accountId: number,
): Promise<ExpectationSettings> {
  return selectSettings(db, accountId).executeTakeFirstOrThrow();
}

export async function editAccountExpectation(
  store: ControlStore,
  accountId: number,
  patch: ExpectationPatch,
): Promise<Result<ExpectationSettings>> {
  return commitChange(store, async (tx) => {
    const isWithin = store.accountId === null || store.accountId === accountId;
    const before = isWithin ? await selectSettings(tx, accountId).executeTakeFirst() : undefined;
    if (before === undefined) return refuse("unknown_account", "There is no such account.");
    const columns = columnsOfPatch(before, patch);
    await tx.updateTable("accounts").set(columns).where("id", "=", accountId).execute();
    const { uuid, ...after } = await selectSettings(tx, accountId).executeTakeFirstOrThrow();
    return succeed({
      value: after,
      audit: [
        {
          ...{ accountId, action: "account.set_expectation", subjectKind: "account", subject: uuid },
          ...{ before: settingsToJson(before), after: settingsToJson(after) },
        },
      ],
      changes: [{ kind: "account", accountId }],
    });
  });
}

function selectSettings(db: Kysely<ControlSchema>, accountId: number) {
  return db
    .selectFrom("accounts")
    .select(["uuid", "expected_interval_s as expectedIntervalS", "silence_alarm as silenceAlarm"])
    .where("id", "=", accountId);
}
