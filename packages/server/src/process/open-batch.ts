import type { ParkedFrame } from "../store/backlog/record.ts";
import type { NodeCount, NodeError } from "../store/counts/record.ts";
import type { KeptDeadLetter } from "../store/dead-letters/record.ts";
import type { OutboxEntry } from "../store/outbox/outbox-entry.ts";
import type { LastEntries, QueueLoss } from "../store/partition-progress.ts";
import { SavedReadings } from "../store/readings/saved-readings.ts";
import type { ChainUse, UnsavedEnd } from "../store/receipts/reading-fates.ts";
import type { AlarmChange, BatteryLevel, KeptPart, NodeState, SettledBatch } from "../store/settlement.ts";
import type { CountedReadings } from "../store/statistics/counted-readings.ts";

/** The parts of a batch that are known only at its end. */
type BatchEnd = Pick<SettledBatch, "from" | "to" | "mustLast" | "queueBytes" | "complete">;

/**
 * Everything the open batch has done so far. It is in memory only: when a batch is given up, it is cleared, and nothing
 * of it was ever in the store.
 */
export class OpenBatch {
  readonly saves = new SavedReadings();
  readonly batteryLevels: BatteryLevel[] = [];
  readonly states: NodeState[] = [];
  readonly alarms: AlarmChange[] = [];
  readonly deadLetters: KeptDeadLetter[] = [];
  readonly removedLetterIds: number[] = [];
  readonly messages: OutboxEntry[] = [];
  readonly nodeCounts: NodeCount[] = [];
  readonly nodeErrors: NodeError[] = [];
  lastEntries: LastEntries | null = null;
  readonly losses: QueueLoss[] = [];
  statistics: { readonly counts: readonly CountedReadings[]; readonly nowMs: number } = noStatistics;
  readonly unsavedEnds: UnsavedEnd[] = [];
  readonly chainUses: ChainUse[] = [];
  readonly parked: ParkedFrame[] = [];
  readonly keptFrames: KeptPart[] = [];
  readonly settledFrameIds: number[] = [];
  readonly forgottenSensorIds: number[] = [];
  readonly forgottenChainIds: number[] = [];

  clear(): void {
    this.saves.clear();
    this.lastEntries = null;
    this.statistics = noStatistics;
    for (const list of this.#lists()) list.length = 0;
  }

  /** Returns the batch to commit. It is valid until the next `clear`. */
  end(end: BatchEnd): SettledBatch {
    return { ...this, ...end };
  }

  #lists(): unknown[][] {
    return [
      this.batteryLevels,
      this.states,
      this.alarms,
      this.deadLetters,
      this.removedLetterIds,
      this.messages,
      this.nodeCounts,
      this.nodeErrors,
      this.unsavedEnds,
      this.chainUses,
      this.losses,
      this.parked,
      this.keptFrames,
      this.settledFrameIds,
      this.forgottenSensorIds,
      this.forgottenChainIds,
    ];
  }
}

const noStatistics = { counts: [], nowMs: 0 };
