import type { ClearReason, Severity } from "@weir/protocol/closed-sets";
import type { Position } from "../queue/position.ts";
import type { FoundActive, RaisedAlarm, RuleAlarmRecord, SilenceAlarmRecord } from "./alarms/record.ts";
import type { ParkedFrame } from "./backlog/record.ts";
import type { NodeKey } from "./counts/node-key.ts";
import type { NodeCount, NodeError } from "./counts/record.ts";
import type { KeptDeadLetter } from "./dead-letters/record.ts";
import type { OutboxEntry } from "./outbox/outbox-entry.ts";
import type { LastEntries, QueueLoss, SettledCounts } from "./partition-progress.ts";
import type { SavedReadings } from "./readings/saved-readings.ts";
import type { BatchFates, ChainUse, UnsavedEnd } from "./receipts/reading-fates.ts";
import type { CountedReadings } from "./statistics/counted-readings.ts";

/**
 * Commits what the owner of a partition did in a batch.
 *
 * Promises: all of a batch, and the position it brings the partition to, become visible together or not at all. A batch
 * is refused, and nothing of it is written, with OwnershipLostError when another process has taken the partition since
 * `epoch`, and with StalePositionError when the partition is not where the batch begins. So a batch whose commit is in
 * doubt may be committed again, and a reading is settled once. Faults of the engine are StoreFault, never the failure
 * of a chain. A committed batch survives the end of the process. The store makes many batches survive a power cut
 * together, when much has gathered and at `rest`; the queue keeps everything after `durable`, so a lost batch is
 * processed again. Does not promise that a batch survives a power cut before `durable` has reached it, unless it must
 * last.
 */
export interface Settlement {
  /** Whether batches of several partitions that come at the same moment are committed together, at less cost. */
  readonly joinsBatches: boolean;
  /** Resolves to the saves whose reading was stored already, by their place among the batch's saves. */
  commit(batch: SettledBatch, epoch: number): Promise<readonly number[]>;
  /** The position up to which a power cut can no longer take batches of the partition. */
  durable(partition: number): Promise<Position>;
  /**
   * Says that nothing will be committed for a moment, so the store can do what it has put off. Resolves to what is
   * `durable` then.
   */
  rest(partition: number): Promise<Position>;
}

/**
 * Everything that one batch changes. The caller changes nothing in it until it is committed or refused. Lists are
 * written in order.
 */
export interface SettledBatch {
  readonly from: Position;
  readonly to: Position;
  /** True if no queue holds these readings, so the batch must survive a power cut as soon as it is committed. */
  readonly mustLast: boolean;
  /** Roughly how many bytes of the queue can be deleted once the batch is durable. */
  readonly queueBytes: number;
  /** What replaces the last settled entries of the partition; null if the batch settles no entries. */
  readonly lastEntries: LastEntries | null;
  /** What the queue has lost before the entries of this batch. Left out if nothing. */
  readonly losses?: readonly QueueLoss[];
  readonly saves: SavedReadings;
  readonly batteryLevels: readonly BatteryLevel[];
  readonly states: readonly NodeState[];
  readonly alarms: readonly AlarmChange[];
  /** Dead letters with ids from the processor. Past the limit of an account its oldest letters are deleted. */
  readonly deadLetters: readonly KeptDeadLetter[];
  readonly removedLetterIds: readonly number[];
  /** If a key exists already, the first message stays. */
  readonly messages: readonly OutboxEntry[];
  /** Added to the stored counts. */
  readonly nodeCounts: readonly NodeCount[];
  /** Each replaces the last error of its node. */
  readonly nodeErrors: readonly NodeError[];
  /** Counted in the slot that contains `nowMs`. */
  readonly statistics: { readonly counts: readonly CountedReadings[]; readonly nowMs: number };
  readonly unsavedEnds: readonly UnsavedEnd[];
  readonly chainUses: readonly ChainUse[];
  readonly parked: readonly ParkedFrame[];
  /** Partly settled frames, with the readings that are still to be settled. */
  readonly keptFrames: readonly KeptPart[];
  readonly settledFrameIds: readonly number[];
  /** Removed sensors and chains: what chains keep for them is deleted. */
  readonly forgottenSensorIds: readonly number[];
  readonly forgottenChainIds: readonly number[];
  /**
   * Returns what depends on which saves were stored already. It is called within the transaction, perhaps more than
   * once, and must change nothing.
   */
  complete(alreadyStored: readonly number[]): BatchOutcome;
}

export interface BatchOutcome {
  readonly counts: Readonly<SettledCounts>;
  /** Null if every reading was saved. */
  readonly fates: BatchFates | null;
}

export interface BatteryLevel {
  readonly deviceId: number;
  readonly receivedUs: number;
  readonly volts: number;
}

export interface NodeState {
  readonly node: NodeKey;
  readonly sensorId: number;
  readonly state: Uint8Array;
}

/** The processor assigns the ids of alarms too. */
export type AlarmChange =
  | { readonly kind: "raised"; readonly id: number; readonly alarm: RaisedAlarm }
  | { readonly kind: "fell silent"; readonly id: number; readonly alarm: SilenceAlarmRecord }
  | { readonly kind: "rule fired"; readonly id: number; readonly alarm: RuleAlarmRecord }
  | ({ readonly kind: "found active"; readonly id: number; readonly readings: number } & FoundActive)
  | ({ readonly kind: "rose"; readonly id: number } & AlarmRise)
  | ({ readonly kind: "cleared"; readonly id: number } & AlarmClearing)
  | {
      readonly kind: "acknowledged";
      readonly id: number;
      readonly acknowledgedMs: number;
      readonly acknowledgedBy: string;
    }
  | { readonly kind: "unacknowledged"; readonly id: number };

/** What an active alarm became when its severity rose. */
export interface AlarmRise {
  readonly severity: Severity;
  readonly message: string;
  readonly roseUs: number;
}

/** How an alarm was cleared. */
export interface AlarmClearing {
  readonly clearedUs: number;
  /** Null if a chain, an alert rule or the server cleared it. */
  readonly clearedBy: string | null;
  /** Given if the server cleared the alarm of an alert rule. */
  readonly reason?: ClearReason;
}

export interface KeptPart {
  readonly id: number;
  readonly due: Uint8Array;
  readonly readings: number;
}
