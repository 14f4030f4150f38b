import type { StatusJson } from "@weir/protocol/manage/system-routes";
import type { Counts } from "../../counters/counters.ts";
import type { KeptCounts } from "../../store/counts/queries.ts";
import { noticeToJson } from "./cluster-json.ts";
import type { Notice } from "./cluster-status.ts";

export interface FoundStatus {
  readonly isRunning: boolean;
  readonly counts: Counts;
  /** What is waiting for a person or for delivery, over all accounts. */
  readonly kept: KeptCounts;
  readonly notices: readonly Notice[];
}

/** As with the reasons of rejection, zeros are left out. */
export function statusToJson({ isRunning, counts, kept, notices }: FoundStatus): StatusJson {
  const { accepted, duplicates, rejected, saved, alreadyStored, ended, dead, queueBytes, gap } = counts;
  const alarms = aboveZero(kept.activeAlarms, ["critical", "warning", "info"]);
  const outbox = aboveZero(kept.messages, ["waiting", "dead"]);
  return {
    running: isRunning,
    accepted,
    duplicates,
    rejected,
    saved,
    already_stored: alreadyStored,
    ended,
    dead,
    queue_bytes: queueBytes,
    gap,
    ...(kept.deadLetters === 0 ? {} : { dead_letters: kept.deadLetters }),
    ...(alarms === null ? {} : { active_alarms: alarms }),
    ...(outbox === null ? {} : { outbox }),
    ...(notices.length === 0 ? {} : { notices: notices.map(noticeToJson) }),
  };
}

/** Null if all are zero. */
function aboveZero<Key extends string>(
  counts: Readonly<Record<Key, number>>,
  keys: readonly Key[],
): Record<string, number> | null {
  const present = keys.filter((key) => counts[key] > 0);
  return present.length === 0 ? null : Object.fromEntries(present.map((key) => [key, counts[key]]));
}
