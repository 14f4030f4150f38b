/**
 * Merges the answers of several members into the single answer that the caller expects. Each function gets at least one
 * answer. An embedded installation has only one member per role, and its answer stays as it is.
 */
import { mergeMetrics } from "../platform/merge-metrics.ts";
import type { ProcessorAnswers, ProcessorUse, ReplaySummary } from "../process/processor-request.ts";
import { isReached, type Position } from "../queue/position.ts";
import type { QueueTotals } from "../queue/queue.ts";
import type { Unsettled } from "../queue/unsettled.ts";
import type { CollectedConnections, IngestFigures } from "./messages.ts";

export type Merge<Answer> = (answers: readonly Answer[]) => Answer;

export function mergeNothing(): null {
  return null;
}

/** Each entry once. Entries must be plain values. */
export function mergeLists<Entry>(lists: readonly (readonly Entry[])[]): readonly Entry[] {
  return [...new Set(lists.flat())];
}

export function mergeCollected(all: readonly CollectedConnections[]): CollectedConnections {
  const lastMs = new Map<number, number>();
  const lastPositions = new Map<number, Position>();
  for (const { connections, lastPositions: positions } of all) {
    for (const [deviceId, atMs] of connections)
      lastMs.set(deviceId, Math.max(atMs, lastMs.get(deviceId) ?? 0));
    for (const position of positions) {
      const known = lastPositions.get(position.partition);
      if (known === undefined || isReached(known, position)) lastPositions.set(position.partition, position);
    }
  }
  return {
    connections: [...lastMs],
    events: all.flatMap(({ events }) => events),
    lastPositions: [...lastPositions.values()],
  };
}

export function mergeUnsettled(all: readonly (readonly Unsettled[])[]): readonly Unsettled[] {
  const byAccount = new Map<number, Unsettled>();
  for (const { accountId, bytes, readings } of all.flat()) {
    const known = byAccount.get(accountId) ?? { accountId, bytes: 0, readings: 0 };
    byAccount.set(accountId, { accountId, bytes: known.bytes + bytes, readings: known.readings + readings });
  }
  return [...byAccount.values()];
}

/** Every member knows all devices and identities, but only its own connections. */
export function mergeFigures(all: readonly IngestFigures[]): IngestFigures {
  return {
    isReady: all.some(({ isReady }) => isReady),
    devices: Math.max(...all.map(({ devices }) => devices)),
    identities: Math.max(...all.map(({ identities }) => identities)),
    connections: sum(all.map(({ connections }) => connections)),
    heldBytes: sum(all.map(({ heldBytes }) => heldBytes)),
    metrics: mergeMetrics(all.map(({ metrics }) => metrics)),
  };
}

/** Each member counts only its own appends. */
export function mergeTotals(all: readonly QueueTotals[]): QueueTotals {
  const counters: Record<string, number> = {};
  for (const totals of all)
    for (const [name, count] of Object.entries(totals.counters))
      counters[name] = (counters[name] ?? 0) + count;
  return {
    acceptedReadings: sum(all.map(({ acceptedReadings }) => acceptedReadings)),
    lastPosition: all.map(({ lastPosition }) => lastPosition).reduce((a, b) => (isReached(a, b) ? b : a)),
    backlogBytes: sum(all.map(({ backlogBytes }) => backlogBytes)),
    counters,
  };
}

type TraceReport = ProcessorAnswers["read trace"];

/** The newest runs of all members, as many as the busiest member has kept. */
export function mergeTraces(all: readonly TraceReport[]): TraceReport {
  const reports = all.filter((report) => report !== null);
  const [first] = reports;
  if (first === undefined || reports.length === 1) return first ?? null;
  const runsMax = Math.max(...reports.map((report) => report.runs.length));
  const runs = reports.flatMap((report) => report.runs).toSorted((one, other) => one.atUs - other.atUs);
  return {
    target: first.target,
    untilMs: Math.max(...reports.map(({ untilMs }) => untilMs)),
    seen: sum(reports.map(({ seen }) => seen)),
    runs: runs.slice(-runsMax),
  };
}

export function mergeReplays(all: readonly ReplaySummary[]): ReplaySummary {
  return {
    replayed: sum(all.map(({ replayed }) => replayed)),
    saved: sum(all.map(({ saved }) => saved)),
    alreadyStored: sum(all.map(({ alreadyStored }) => alreadyStored)),
    ended: sum(all.map(({ ended }) => ended)),
    dead: sum(all.map(({ dead }) => dead)),
    skipped: sum(all.map(({ skipped }) => skipped)),
  };
}

export function mergeDiscards(all: readonly { readonly discarded: number }[]) {
  return { discarded: sum(all.map(({ discarded }) => discarded)) };
}

type Saved = ProcessorAnswers["save readings"];

export function mergeSaved(all: readonly Saved[]): Saved {
  return {
    saved: sum(all.map(({ saved }) => saved)),
    alreadyStored: sum(all.map(({ alreadyStored = 0 }) => alreadyStored)),
  };
}

type Alarms = ProcessorAnswers["change alarms"];

export function mergeAlarms(all: readonly Alarms[]): Alarms {
  return { changedIds: all.flatMap(({ changedIds }) => changedIds) };
}

type SilenceAlarms = ProcessorAnswers["change silence alarms"];

export function mergeSilenceAlarms(all: readonly SilenceAlarms[]): SilenceAlarms {
  return {
    raised: all.flatMap(({ raised }) => raised),
    cleared: all.flatMap(({ cleared }) => cleared),
  };
}

/** Complete when every owner has deleted its own part. */
export function mergeDeletions(all: readonly { readonly deleted: number; readonly complete: boolean }[]) {
  return {
    deleted: sum(all.map(({ deleted }) => deleted)),
    complete: all.every(({ complete }) => complete),
  };
}

/** Each processor has its own traces and processing time. Stored readings are counted in the shared store. */
export function mergeProcessorUse(all: readonly ProcessorUse[]): ProcessorUse {
  const stored = all.map(({ storedReadings }) => storedReadings).filter((count) => count !== null);
  return {
    traces: sum(all.map(({ traces }) => traces)),
    processedPercent: sum(all.map(({ processedPercent }) => processedPercent)),
    storedReadings: stored.length === 0 ? null : Math.max(...stored),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
