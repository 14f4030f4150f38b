import { nothingToAudit } from "../../control/audit/audited-action.ts";
import type { Changed } from "../commit-change.ts";
import { type Result, succeed } from "../manage-error.ts";

/**
 * Two people may edit the same thing. Whoever read a version may say so; then the edit is made only if the thing is still
 * what was read. The version is a mark of what people edit, so that it is the same again when it was set back.
 */
export type ExpectedVersion = readonly string[] | null;

/** What became of an edit. */
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
