import { readAccountUse } from "../../control/account-use.ts";
import { type Audit, actionsOf } from "../../control/audit/audited-action.ts";
import { writeAudit } from "../../control/audit/write-audit.ts";
import type { Control, ControlChange, ControlTransaction } from "../../control/control.ts";
import { errorCode } from "../../platform/error-code.ts";
import { type Refusal, type Result, refuse, succeed } from "./manage-error.ts";

/** The answer of a piece of work, its audit entries, and what a running server has to load again. */
export interface Changed<T> {
  readonly value: T;
  readonly audit: Audit;
  readonly changes: readonly ControlChange[];
}

/** The change is durable, but a running server may still use the previous state. */
export class ChangeNotInForceError extends Error {
  readonly code = "change_not_in_force";
}

/**
 * The only way to change control data. The work runs in one write transaction, and a refusal or a fault rolls all of it
 * back. Changes are announced after the commit and before this resolves, so a caller that gets the answer can rely on
 * the change being in effect: a regenerated token is dead by then.
 *
 * The audit entries are written in the same transaction, in the name of its actor, so there is never a change without
 * its entry or an entry without its change. Work without an entry says why with `nothingToAudit`.
 *
 * A change that makes an account larger than its limit of bytes is refused here, so that no kind of data can forget it.
 */
export async function commitChange<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<Changed<T>>>,
): Promise<Result<T>> {
  const done = await control.transact(
    async (tx) => {
      const bytesBefore = await controlBytesOf(control, tx);
      const changed = await work(tx);
      const overLimit = changed.ok ? await refuseGrowth(control, tx, bytesBefore) : null;
      if (overLimit !== null) return overLimit;
      if (changed.ok) await writeAudit(control, tx, actionsOf(changed.value.audit));
      return changed;
    },
    ({ ok }) => ok,
  );
  if (!done.ok) return done;
  if (done.value.changes.length > 0) await announce(control, done.value.changes);
  return succeed(done.value.value);
}

/** Of the account to which the control data are limited; 0 if they are not, because such changes are the server's own. */
async function controlBytesOf({ accountId }: Control, tx: ControlTransaction): Promise<number> {
  return accountId === null ? 0 : (await readAccountUse(tx, accountId)).controlBytes;
}

/** An account past its limit can still become smaller. */
async function refuseGrowth(
  control: Control,
  tx: ControlTransaction,
  bytesBefore: number,
): Promise<Refusal | null> {
  const { controlBytes: max } = control.limits;
  const bytes = await controlBytesOf(control, tx);
  if (bytes <= max || bytes <= bytesBefore) return null;
  const message = `An account can have at most ${max} bytes of texts, pictures and files of devices, boards, rule chains and the like, with all their versions (control_bytes_per_account). Delete something first.`;
  const { ok, error } = refuse("too_much_data", message);
  return { ok, error: { ...error, limit: { setting: "control_bytes_per_account", max } } };
}

async function announce(control: Control, changes: readonly ControlChange[]): Promise<void> {
  try {
    await control.announce(changes);
  } catch (cause) {
    throw new ChangeNotInForceError(isOnTheWay(cause) ? savedAndOnTheWay : savedAndUnconfirmed, { cause });
  }
}

const savedAndUnconfirmed =
  "The change is saved, but the running server did not confirm it and may still use the old state. " +
  "Restart the server to apply it. Do not repeat the change.";

const savedAndOnTheWay =
  "The change is saved, but not every process of the cluster has confirmed it yet. Those that cannot be reached get it as " +
  "soon as they are back, and act on nothing until then. Do not repeat the change: load the page again to see it.";

/** Whether the bus continues to announce the change by itself. */
function isOnTheWay(cause: unknown): boolean {
  return errorCode(cause) === "bus_unavailable";
}
