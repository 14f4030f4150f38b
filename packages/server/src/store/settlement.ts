import type { Position } from "../queue/position.ts";
import type { ParkedFrame } from "./backlog-store.ts";
import type { KeptDeadLetter, NodeCount, NodeError, NodeKey, RaisedAlarm } from "./chain-store.ts";
import type { OutboxEntry } from "./outbox-writer.ts";
import type { SettledCounts } from "./reading-store.ts";
import type { BatchFates, ChainUse, UnsavedEnd } from "./receipt-store.ts";
import type { SavedReadings } from "./saved-readings.ts";
import type { SilenceAlarmRecord } from "./silence-alarm.ts";
import type { CountedReadings } from "./statistics-store.ts";

/**
 * Takes what the owner of a partition did in a batch.
 *
 * Promises: all of a batch and the position it brings the partition to become visible together or not at all. It is refused,
 * and nothing of it is written, with OwnershipLostError when somebody else has taken the partition since `epoch`, and with
 * StalePositionError when the partition is not where the batch begins. So a batch whose commit is in doubt may be
 * committed again, and a reading is settled once. Faults of the engine are StoreFault, never a chain's failure.
 * A committed batch survives the end of the process. The store makes many of them survive a power cut together, when much has
 * gathered and at `rest`; the queue keeps what comes after `durable`, so a batch that was lost is processed again.
 * Does not promise: that a batch survives a power cut before `durable` has reached it, unless it must last.
 */
export interface Settlement {
  /** Resolves to which saves found their reading stored already, by their place among the batch's saves. */
  commit(batch: SettledBatch, epoch: number): Promise<readonly number[]>;
  /** Up to where a power cut cannot take the batches of the partition any more. */
  durable(partition: number): Promise<Position>;
  /** Nothing is to be committed for a moment: a good time for what the store has put off. Resolves to what is `durable` then. */
  rest(partition: number): Promise<Position>;
}

/** Nothing in it changes until it is committed or refused. Lists are written in their order. */
export interface SettledBatch {
  readonly from: Position;
  readonly to: Position;
  /** No queue has what the batch is about: it survives a power cut as soon as it is committed. */
  readonly mustLast: boolean;
  /** About so many bytes of the queue can go once the batch is durable. */
  readonly queueBytes: number;
  readonly saves: SavedReadings;
  readonly batteryLevels: readonly BatteryLevel[];
  readonly states: readonly NodeState[];
  readonly alarms: readonly AlarmChange[];
  /** Dead letters with ids that the processor gave them; past a limit for each account its oldest give way. */
  readonly deadLetters: readonly KeptDeadLetter[];
  readonly removedLetterIds: readonly number[];
  /** Of a key that is there already, the first stays. */
  readonly messages: readonly OutboxEntry[];
  /** Added to what is counted. */
  readonly nodeCounts: readonly NodeCount[];
  /** Replace what was noted for their nodes. */
  readonly nodeErrors: readonly NodeError[];
  /** Counted in the slot of `nowMs`. */
  readonly statistics: { readonly counts: readonly CountedReadings[]; readonly nowMs: number };
  readonly unsavedEnds: readonly UnsavedEnd[];
  readonly chainUses: readonly ChainUse[];
  readonly parked: readonly ParkedFrame[];
  /** Parked frames of which something was settled, and what of them is still to be. */
  readonly keptFrames: readonly KeptPart[];
  readonly settledFrameIds: readonly number[];
  /** Sensors and chains that are gone: nothing that chains keep for them stays. */
  readonly forgottenSensorIds: readonly number[];
  readonly forgottenChainIds: readonly number[];
  /**
   * What depends on which saves were stored already. Called within the transaction, perhaps more than once, and changes
   * nothing.
   */
  complete(alreadyStored: readonly number[]): BatchOutcome;
}

export interface BatchOutcome {
  readonly counts: Readonly<SettledCounts>;
  /** Null where every reading was saved. */
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

/** The ids of alarms are the processor's as well. */
export type AlarmChange =
  | { readonly kind: "raised"; readonly id: number; readonly alarm: RaisedAlarm }
  | { readonly kind: "fell silent"; readonly id: number; readonly alarm: SilenceAlarmRecord }
  | {
      readonly kind: "found active";
      readonly id: number;
      readonly lastUs: number;
      readonly lastValue: number;
      readonly readings: number;
    }
  | {
      readonly kind: "cleared";
      readonly id: number;
      readonly clearedUs: number;
      /** Null where nobody did but a chain or the server. */
      readonly clearedBy: string | null;
    }
  | {
      readonly kind: "acknowledged";
      readonly id: number;
      readonly acknowledgedMs: number;
      readonly acknowledgedBy: string;
    }
  | { readonly kind: "unacknowledged"; readonly id: number };

export interface KeptPart {
  readonly id: number;
  readonly due: Uint8Array;
  readonly readings: number;
}
