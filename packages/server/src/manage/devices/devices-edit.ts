import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Changed } from "../commit-change.ts";
import { type Result, succeed } from "../manage-error.ts";

/**
 * Two people may edit the same thing. A caller that names the version it has read changes the thing only if it is still
 * the same. The version is derived from what people edit, so it is the same again after a change was reverted.
 */
export type ExpectedVersion = readonly string[] | null;

/** The outcome of an edit. */
export type Edit<T> = { readonly kind: "done"; readonly before: T; readonly after: T } | ChangedMeanwhile;
export type Removal<T> = { readonly kind: "done"; readonly before: T } | ChangedMeanwhile;
export interface ChangedMeanwhile {
  readonly kind: "changed meanwhile";
}

const markLength = 22;

export function versionOf(edited: readonly unknown[]): string {
  return new Bun.CryptoHasher("sha256")
    .update(JSON.stringify(edited))
    .digest("base64url")
    .slice(0, markLength);
}

export function isExpected(expected: ExpectedVersion, version: string): boolean {
  return expected === null || expected.includes(version);
}

/** For the work of a change: nothing is written. */
export function changedMeanwhile(): Result<Changed<ChangedMeanwhile>> {
  return succeed({
    value: { kind: "changed meanwhile" },
    audit: nothingToAudit("nothing was changed"),
    changes: [],
  });
}
