import {
  type Merge,
  mergeAlarms,
  mergeCollected,
  mergeDeletions,
  mergeDiscards,
  mergeFigures,
  mergeLists,
  mergeNothing,
  mergeProcessorUse,
  mergeReplays,
  mergeSaved,
  mergeSilenceAlarms,
  mergeTotals,
  mergeTraces,
  mergeUnsettled,
} from "./merge-answers.ts";
import type { Answers, Events, Questions, Role } from "./messages.ts";

/** Events go to any one member of the role that they are told to, or to every member. */
export type EventRoute = "one" | "every";

/**
 * Questions go
 * - to any one member of the role, where all of them know the same or where what is asked is done in a shared engine;
 * - to every member, where each knows a part;
 * - to the owners of all partitions, where only the owner of a device's partition may answer for the device. Each owner
 *   answers for its own partitions. While a partition has no owner, the question is rejected, because an answer that
 *   lacks a part would look complete.
 */
export type QuestionRoute<Kind extends QuestionKind> =
  | { readonly to: "one" }
  | { readonly to: "every" | "owners"; readonly merge: Merge<Answers[Kind]> };

export type QuestionKind = Questions[Role]["kind"];
type EventKind = Events[Role]["kind"];

const one = { to: "one" } as const;

function every<Answer>(merge: Merge<Answer>) {
  return { to: "every", merge } as const;
}

function owners<Answer>(merge: Merge<Answer>) {
  return { to: "owners", merge } as const;
}

export const questionRoutes: { readonly [Kind in QuestionKind]: QuestionRoute<Kind> } = {
  // To ingest.
  "send as device": one,
  "import readings": one,
  "flush activity": every(mergeNothing),
  "collect connections": every(mergeCollected),
  "token uses": every(mergeLists),
  unsettled: every(mergeUnsettled),
  identities: one,
  "queue totals": every(mergeTotals),
  figures: every(mergeFigures),
  // To the processors. Readings of a chain are processed by all of them, so each keeps a part of the chain's trace.
  "start trace": every(mergeNothing),
  "stop trace": every(mergeNothing),
  "read trace": every(mergeTraces),
  "replay dead letters": owners(mergeReplays),
  "discard dead letters": owners(mergeDiscards),
  "change alarms": owners(mergeAlarms),
  "change silence alarms": owners(mergeSilenceAlarms),
  "retry message": one,
  "refuse held mails": one,
  "release quarantined": one,
  "delete readings": owners(mergeDeletions),
  "save readings": owners(mergeSaved),
  "find readings": one,
  "account use": every(mergeProcessorUse),
  "accounts using": every(mergeLists),
  // To every one, because any of them may have been told what is waited for. Each knows which positions are its own.
  flush: every(mergeNothing),
  // To manage. Each of them has pages of its own open.
  watched: every(mergeLists),
  "take over": one,
};

export const eventRoutes: { readonly [Kind in EventKind]: EventRoute } = {
  // To ingest, and `progress` and `watch` to others too.
  progress: "every",
  watch: "every",
  "store full": "every",
  // To the processors. What was seen of devices is only written down, which any of them can do.
  appended: "every",
  connected: "one",
  activity: "one",
  // To manage: whoever has the page open shows it.
  live: "every",
  collected: "every",
  requests: "every",
  "device removed": "every",
  listening: "every",
  "ask recipient": "one",
};
