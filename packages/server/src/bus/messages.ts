import type { ImportMode, ProcessRole } from "@weir/protocol/closed-sets";
import type { PackedActivity } from "../activity/activity-recorder.ts";
import type { SentRecord } from "../activity/sent-record.ts";
import type { TokenUse } from "../ingest/authenticate/device-registry.ts";
import type { DeviceAnswer, DeviceRequest } from "../manage/readings/test-reading.ts";
import type {
  ImportedReadings,
  RefusedReadings,
  TakenReadings,
} from "../manage/transfer/imports/import-sink.ts";
import type { Connection, ProcessorProgress } from "../process/process-messages.ts";
import type { ProcessorAnswers, ProcessorRequest } from "../process/processor-request.ts";
import type { Position } from "../queue/position.ts";
import type { QueueTotals } from "../queue/queue.ts";
import type { Unsettled } from "../queue/unsettled.ts";
import type { LiveEvent } from "../web/live/live-event.ts";

/** What a member of the bus does. Each process is a member; embedded there is one of each role, in a cluster any number. */
export type Role = ProcessRole;

/** What members of each role can be asked. Where a question goes is in `routes.ts`. */
export interface Questions {
  readonly ingest: IngestQuestion;
  readonly process: ProcessQuestion;
  readonly deliver: never;
  readonly manage: ManageQuestion;
}

export type IngestQuestion =
  | { readonly kind: "send as device"; readonly request: DeviceRequest; readonly source: string }
  | { readonly kind: "import readings"; readonly mode: ImportMode; readonly readings: ImportedReadings }
  /** Hands over all activity recorded so far, so that it can be read. */
  | { readonly kind: "flush activity" }
  /** The devices that connected since the last time, at most so many. */
  | { readonly kind: "collect connections"; readonly max: number }
  | { readonly kind: "token uses" }
  /** Accepted readings that are not settled: of one account, or with null of every account that has any. */
  | { readonly kind: "unsettled"; readonly accountId: number | null }
  /** How many readings of the account are remembered to recognise repeats. */
  | { readonly kind: "identities"; readonly accountId: number }
  | { readonly kind: "queue totals" }
  | { readonly kind: "figures" };

export type ProcessQuestion =
  | ProcessorRequest
  /** Everything told before is done, and everything up to these positions, of different partitions, is settled. */
  | { readonly kind: "flush"; readonly positions: readonly Position[] };

export type ManageQuestion =
  /** The accounts that open pages watch. */
  | { readonly kind: "watched" }
  /** Activity that an ending ingest process has recorded and nobody has asked for yet. */
  | {
      readonly kind: "take over";
      readonly collected: CollectedConnections;
      readonly tokenUses: readonly TokenUse[];
    };

export interface Answers extends ProcessorAnswers {
  "send as device": DeviceAnswer;
  "import readings": TakenReadings | RefusedReadings;
  "flush activity": null;
  "collect connections": CollectedConnections;
  "token uses": readonly TokenUse[];
  unsettled: readonly Unsettled[];
  identities: number;
  "queue totals": QueueTotals;
  figures: IngestFigures;
  flush: null;
  watched: readonly number[];
  "take over": null;
}

/** What members of each role can be told. Where an event goes is in `routes.ts`. */
export interface Events {
  readonly ingest: ProgressReport | WatchedAccounts | FullStores;
  readonly process: ToldToProcessor | WatchedAccounts;
  readonly deliver: never;
  readonly manage: ProgressReport | ToldToManage;
}

/** How far the processor has come. */
export interface ProgressReport {
  readonly kind: "progress";
  readonly progress: ProcessorProgress;
}

/** The accounts that have reached their limit of stored readings. */
export interface FullStores {
  readonly kind: "store full";
  readonly accountIds: readonly number[];
}

/** The accounts whose live events somebody is watching. */
export interface WatchedAccounts {
  readonly kind: "watch";
  readonly accountIds: readonly number[];
}

export type ToldToProcessor =
  /** These partitions of the queue have grown. */
  | { readonly kind: "appended"; readonly partitions: readonly number[] }
  | { readonly kind: "connected"; readonly connections: Connection[] }
  | { readonly kind: "activity"; readonly activity: PackedActivity };

export type ToldToManage =
  | { readonly kind: "live"; readonly events: LiveEvent[] }
  /** What another manage process has collected from ingest, and hands over to be stored. */
  | { readonly kind: "collected"; readonly collected: CollectedConnections }
  /** A mail is held for an address that nobody has asked yet. */
  | { readonly kind: "ask recipient"; readonly accountId: number; readonly address: string }
  /** Requests of watched accounts. */
  | { readonly kind: "requests"; readonly records: readonly SentRecord[] }
  | {
      readonly kind: "device removed";
      readonly deviceId: number;
      readonly accountId: number;
      readonly uuid: string;
    }
  /** The address that devices and people reach. */
  | { readonly kind: "listening"; readonly url: string };

export interface CollectedConnections {
  readonly connections: readonly (readonly [deviceId: number, lastConnectedMs: number])[];
  /** Of those whose accounts are watched. */
  readonly events: readonly LiveEvent[];
  /** How far the queue has grown, in each partition that has grown. */
  readonly lastPositions: readonly Position[];
}

/** How the ingest process is doing. */
export interface IngestFigures {
  readonly isReady: boolean;
  readonly devices: number;
  readonly identities: number;
  readonly connections: number;
  readonly heldBytes: number;
  /** Its counters, as they are exported. */
  readonly metrics: string;
}
