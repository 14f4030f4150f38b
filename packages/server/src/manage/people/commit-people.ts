import type { Audit } from "../../control/audit/audited-action.ts";
import type { Control, ControlTransaction } from "../../control/control.ts";
import { type Changed, commitChange } from "../core/commit-change.ts";
import { type Result, succeed } from "../core/manage-error.ts";

/** The subject of a change, before and after. */
export interface Change<T> {
  readonly before: T;
  readonly after: T;
}

/**
 * A change of people only. It is announced, so that live streams end whose listener may no longer listen. `auditOf`
 * returns the audit entry of the outcome (see commit-change.ts).
 */
export function commitPeople<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<T>>,
  auditOf: (outcome: T) => Audit,
): Promise<Result<T>> {
  return commitPeopleAnd(control, async (tx) => {
    const done = await work(tx);
    if (!done.ok) return done;
    return succeed({ value: done.value, audit: auditOf(done.value), changes: [] });
  });
}

/** Returns its audit entries and its other changes, such as a new account. These are announced as well. */
export function commitPeopleAnd<T>(
  control: Control,
  work: (tx: ControlTransaction) => Promise<Result<Changed<T>>>,
): Promise<Result<T>> {
  return commitChange(control, async (tx) => {
    const done = await work(tx);
    if (!done.ok) return done;
    const { changes, ...changed } = done.value;
    return succeed({ ...changed, changes: [...changes, { kind: "people" }] });
  });
}
