import { type Audit, actionsOf } from "../control/audit/audited-action.ts";
import { writeAudit } from "../control/audit/write-audit.ts";
import type { Control, ControlChange, ControlTransaction } from "../control/control.ts";
import { type Result, succeed } from "./manage-error.ts";

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
 */
export async function commitChange<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<Changed<T>>>,
): Promise<Result<T>> {
  const done = await control.transact(
    async (tx) => {
      const changed = await work(tx);
      if (changed.ok) await writeAudit(control, tx, actionsOf(changed.value.audit));
      return changed;
    },
    ({ ok }) => ok,
  );
  if (!done.ok) return done;
  if (done.value.changes.length > 0) await announce(control, done.value.changes);
  return succeed(done.value.value);
}

async function announce(control: Control, changes: readonly ControlChange[]): Promise<void> {
  try {
    await control.announce(changes);
  } catch (cause) {
    throw new ChangeNotInForceError(
      "The change is saved, but the running server did not confirm it and may still use the old state. " +
        "Restart the server to apply it.",
      { cause },
    );
  }
}
