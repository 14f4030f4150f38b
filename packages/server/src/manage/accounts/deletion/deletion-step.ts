import { unwrap } from "@weir/protocol/result";
import {
  type AccountDeletion,
  freeClaimedHardware,
  peopleOnlyIn,
  updateDeletion,
} from "../../../control/accounts/account-deletions.ts";
import {
  lockOut,
  removeAccountRow,
  removeAccountRows,
} from "../../../control/accounts/remove-account-rows.ts";
import {
  forgetRemovedDevices,
  removedDevices,
  takeOutDevices,
} from "../../../control/accounts/removed-devices.ts";
import { type AuditedAction, nothingToAudit } from "../../../control/audit/audited-action.ts";
import type { Control, ControlChange } from "../../../control/control.ts";
import { deleteUserRow } from "../../../control/people/users.ts";
import { commitChange } from "../../core/commit-change.ts";
import { succeed } from "../../core/manage-error.ts";
import type { AskProcessor } from "../../core/records/record-access.ts";

export interface DeletionParts {
  /** Reaches every account. */
  readonly control: Control;
  readonly ask: AskProcessor;
  /** Resolves when everything accepted so far is settled and written. Rejects if that cannot be known now. */
  readonly settle: () => Promise<void>;
  readonly settled: Set<number>;
}

/** `wait`: nothing could be done now. */
type StepOutcome = "more" | "wait" | "done";

/** How many devices are purged at once. Deleting the activity of each takes a few milliseconds. */
const purgedAtOnce = 10;

/**
 * Takes the next small step of deleting an account. The order matters:
 * 1. Nobody gets in: members, keys and links go. People without another account are deleted.
 * 2. Devices go, so that ingest refuses their tokens, and readings that are still in the queue end without being stored.
 * 3. Everything accepted before is settled. Then the store deletes what it has of each device.
 * 4. The rest of the control data goes, then what the store has of the account.
 * 5. The account itself goes. Its audit entries stay for the operator.
 */
export async function takeDeletionStep(
  parts: DeletionParts,
  deletion: AccountDeletion,
): Promise<StepOutcome> {
  const { control, ask, settle, settled } = parts;
  const { account_id: accountId } = deletion;
  if (deletion.begun_at === null) return begin(control, deletion);
  if (await takeOut(control, accountId)) return "more";
  if (!settled.has(accountId)) {
    await settle();
    settled.add(accountId);
  }
  const devices = await removedDevices(control.db, accountId, purgedAtOnce);
  if (devices.length > 0) {
    const { complete, deleted } = await ask({ kind: "purge devices", accountId, devices });
    if (!complete) return deleted > 0 ? "more" : "wait";
    await control.transact((tx) => forgetRemovedDevices(tx, devices));
    return "more";
  }
  if (await control.transact((tx) => removeAccountRows(tx, accountId))) return "more";
  // The processors forget the deleted chains before the rest of the account goes.
  await control.announce([{ kind: "account", accountId }]);
  const { complete, deleted } = await ask({ kind: "purge account", accountId });
  if (!complete) return deleted > 0 ? "more" : "wait";
  return end(control, deletion);
}

async function begin(control: Control, deletion: AccountDeletion): Promise<StepOutcome> {
  const { account_id: accountId, uuid: subject, name, asked_by } = deletion;
  const begun = await commitChange(control, async (tx) => {
    const people = await peopleOnlyIn(tx, accountId);
    await updateDeletion(tx, accountId, { begun_at: control.nowUs() });
    await lockOut(tx, accountId);
    for (const { id } of people) await deleteUserRow(tx, id);
    const gone = people.map(({ email }): AuditedAction => {
      return { accountId: null, action: "user.delete", subjectKind: "user", subject: email };
    });
    const entry = {
      accountId,
      action: "account.begin-deletion",
      subjectKind: "account",
      subject,
      after: { name, asked_by },
    };
    const changes: ControlChange[] = [
      { kind: "people" },
      { kind: "account", accountId },
      { kind: "notifications", accountId },
    ];
    return succeed({ value: null, audit: [entry, ...gone], changes });
  });
  unwrap(begun);
  return "more";
}

/** Returns whether there were devices to take out. */
async function takeOut(control: Control, accountId: number): Promise<boolean> {
  const taken = await commitChange(control, async (tx) => {
    const deviceIds = await takeOutDevices(tx, accountId);
    const changes = deviceIds.map((deviceId) => ({ kind: "device", deviceId }) as const);
    const audit = nothingToAudit("the deletion of the account is in the log");
    return succeed({ value: deviceIds.length, audit, changes });
  });
  return unwrap(taken) > 0;
}

async function end(control: Control, deletion: AccountDeletion): Promise<StepOutcome> {
  const { account_id: accountId, uuid: subject, name, asked_by } = deletion;
  const ended = await commitChange(control, async (tx) => {
    await freeClaimedHardware(tx, accountId);
    await removeAccountRow(tx, accountId);
    await updateDeletion(tx, accountId, { ended_at: control.nowUs() });
    const entry = {
      accountId,
      action: "account.delete",
      subjectKind: "account",
      subject,
      before: { name, asked_by },
    };
    return succeed({ value: null, audit: [entry], changes: [{ kind: "account", accountId }] });
  });
  unwrap(ended);
  return "done";
}
