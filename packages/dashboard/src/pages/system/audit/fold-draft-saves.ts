import { plural } from "../../../format/number.ts";
import { minuteText, parseTime, shortTime } from "../../../format/time.ts";
import { isSameDay } from "../../../format/time-zone.ts";
import type { AuditEntry } from "./audit-words.ts";

/** Entries that are shown as one row, the newest first. Only saved drafts are ever more than one. */
export type FoldedEntries = readonly [AuditEntry, ...AuditEntry[]];

const draftSave = "chain.save-draft";

/**
 * The editor saves the draft whenever somebody pauses, which would bury everything else. Consecutive saves of one chain
 * by one person become one row.
 */
export function foldDraftSaves(entries: readonly AuditEntry[]): readonly FoldedEntries[] {
  const folded: [AuditEntry, ...AuditEntry[]][] = [];
  for (const entry of entries) {
    const last = folded.at(-1);
    if (last !== undefined && isSameWork(last[0], entry)) last.push(entry);
    else folded.push([entry]);
  }
  return folded;
}

function isSameWork(one: AuditEntry, other: AuditEntry): boolean {
  return (
    one.action === draftSave &&
    other.action === draftSave &&
    one.subject === other.subject &&
    one.actor_kind === other.actor_kind &&
    one.actor === other.actor
  );
}

/** "Saved the draft 14 times, 10:02–10:09", with the date if the saves were on several days. */
export function draftSavesText(saves: FoldedEntries): string {
  const lastMs = parseTime(saves[0].happened_at);
  const firstMs = parseTime(saves.at(-1)!.happened_at);
  const text = isSameDay(firstMs, lastMs) ? minuteText : shortTime;
  const [from, to] = [text(firstMs), text(lastMs)];
  return `Saved the draft ${plural(saves.length, "time")}, ${from === to ? from : `${from}–${to}`}`;
}
