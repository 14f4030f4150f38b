import type { DropReason } from "@weir/protocol/drop-reasons";

/** The counts that `weir status` shows and `/metrics` exports: totals since the data folder was created. */
export interface ServerStatus {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Partial<Record<DropReason, number>>;
  /** Readings that a save step wrote to the store. */
  readonly saved: number;
  /** Readings that a save step took, and the store had already. */
  readonly alreadyStored: number;
  /** Readings whose chain ended without saving, or whose sensor was removed. */
  readonly ended: number;
  readonly dead: number;
  /** Bytes of accepted readings that wait for the processor. */
  readonly queueBytes: number;
  /** Accepted readings that are not settled: neither saved nor already stored, not ended, not dead. */
  readonly gap: number;
}

export interface StatusSources {
  readonly acceptedReadings: number;
  readonly counters: Readonly<Record<string, number>>;
  readonly backlogBytes: number;
  readonly settled: Pick<ServerStatus, "saved" | "alreadyStored" | "ended" | "dead">;
}

export function summarise(sources: StatusSources): ServerStatus {
  const { duplicates = 0, ...rejected } = sources.counters;
  const { saved, alreadyStored, ended, dead } = sources.settled;
  return {
    accepted: sources.acceptedReadings,
    duplicates,
    rejected,
    saved,
    alreadyStored,
    ended,
    dead,
    queueBytes: sources.backlogBytes,
    gap: sources.acceptedReadings - saved - alreadyStored - ended - dead,
  };
}
