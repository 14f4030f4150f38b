import type { DropReason } from "@weir/protocol/drop-reasons";

/** The counts that `weir status` shows and `/metrics` exports: totals since the data folder was created. */
export interface ServerStatus {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Partial<Record<DropReason, number>>;
  /** Readings that a save step took. */
  readonly saved: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  readonly ended: number;
  readonly dead: number;
  /** Bytes of accepted readings that wait for the processor. */
  readonly queueBytes: number;
  /** Accepted readings that are not settled: not saved, not ended, not dead. */
  readonly gap: number;
}

export interface StatusSources {
  readonly acceptedReadings: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly backlogBytes: number;
  readonly settled: { readonly saved: number; readonly ended: number; readonly dead: number };
}

export function summarise(sources: StatusSources): ServerStatus {
  const { duplicates = 0, ...rejected } = sources.counters;
  const { saved, ended, dead } = sources.settled;
  return {
    accepted: sources.acceptedReadings,
    duplicates,
    rejected,
    saved,
    ended,
    dead,
    queueBytes: sources.backlogBytes,
    gap: sources.acceptedReadings - saved - ended - dead,
  };
}
