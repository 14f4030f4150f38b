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

/** Events go to any one member of the role, or to every member. */
type EventRoute = "one" | "every";

/**
 * Questions go
 * - to any one member of the role, if all know the same or the work is done in a shared engine;
 * - to every member, if each knows a part;
 * - to the owners of all partitions, if only the owner of a device's partition may answer for the device. Each owner
 *   answers for its own partitions. While a partition has no owner, the question is rejected, because an incomplete
 *   answer would look complete.
 */
type QuestionRoute<Kind extends QuestionKind> =
  | { readonly to: "one" }
  | { readonly to: "every" | "owners"; readonly merge: Merge<Answers[Kind]> };

type QuestionKind = Questions[Role]["kind"];
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
  // To the processors. All of them process readings of a chain, so each has a part of the chain's trace.
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
  "purge devices": owners(mergeDeletions),
  "purge account": owners(mergeDeletions),
  "save readings": owners(mergeSaved),
  "find readings": one,
  "account use": every(mergeProcessorUse),
  "accounts using": every(mergeLists),
  // To every processor, because any of them may have received the events that a flush waits for. Each knows its own
  // positions.
  flush: every(mergeNothing),
  watching: every(mergeNothing),
  // To manage. Each manage process has its own open pages.
  watched: every(mergeLists),
  "take over": one,
};

export const eventRoutes: { readonly [Kind in EventKind]: EventRoute } = {
  // To ingest. `progress` and `watch` also go to others.
  progress: "every",
  watch: "every",
  "store full": "every",
  // To the processors. Any of them can write down the activity and connections of devices.
  appended: "every",
  connected: "one",
  activity: "one",
  // To the deliverers. Any of them may have nothing else to do.
  messages: "every",
  // To manage. The process that has the page open shows it.
  live: "every",
  collected: "every",
  requests: "every",
  "device removed": "every",
  listening: "every",
  work: "every",
  "ask recipient": "one",
};
