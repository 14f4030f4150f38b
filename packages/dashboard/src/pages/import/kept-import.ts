import type { FileMark } from "./model/file-mark.ts";
import type { ImportPlan } from "./model/import-plan.ts";

/** An import that has begun: enough to continue it with the same file after the page was closed. */
export interface KeptImport {
  /** Its UUID on the server, which knows how far it is. */
  readonly import: string;
  readonly file: FileMark;
  readonly plan: ImportPlan;
  readonly startedAt: number;
}

/** Increased when the same plan no longer gives the same bytes. Imports of an earlier version cannot be continued. */
const version = 1;

/** The unfinished import of a device in this browser; null if there is none. */
export function keptImport(device: string): KeptImport | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(device)) ?? "null") as
      | (KeptImport & { version: number })
      | null;
    return kept?.version === version ? kept : null;
  } catch {
    return null;
  }
}

export function keepImport(kept: KeptImport): void {
  localStorage.setItem(keyOf(kept.plan.device), JSON.stringify({ ...kept, version }));
}

export function forgetImport(device: string): void {
  localStorage.removeItem(keyOf(device));
}

function keyOf(device: string): string {
  return `weir.import.${device}`;
}
