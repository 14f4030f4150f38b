import { type ImportMode, processRoles } from "@weir/protocol/closed-sets";
import type { PackedActivity } from "../activity/activity-recorder.ts";
import type { SentRecord } from "../activity/sent-record.ts";
import type { TokenUse } from "../ingest/authenticate/device-registry.ts";
import type { WorkReport } from "../platform/work-report.ts";
import type { Connection, ProcessorProgress } from "../process/process-messages.ts";
import type { ProcessorAnswers, ProcessorRequest } from "../process/processor-request.ts";
import type { Position } from "../queue/position.ts";
import type { QueueTotals } from "../queue/queue.ts";
import type { Unsettled } from "../queue/unsettled.ts";
import type { LiveEvent } from "../web/live/live-event.ts";
import type { DeviceAnswer, DeviceRequest } from "./device-request.ts";
import type { ImportedReadings, RefusedReadings, TakenReadings } from "./imported-readings.ts";

/**
 * What a member of the bus does. Each process is a member; embedded there is one of each role, in a cluster any number. A
 * command of the operator joins a cluster as `command` while it runs: it announces its changes and asks questions, but gets
 * neither questions nor events.
 */
export const memberRoles = [...processRoles, "command"] as const;
export type Role = (typeof memberRoles)[number];

/** The questions that members of each role answer. `routes.ts` decides where a question goes. */
export interface Questions {
  readonly ingest: IngestQuestion;
  readonly process: ProcessQuestion;
  readonly deliver: never;
  readonly manage: ManageQuestion;
  readonly command: never;
}

export type IngestQuestion =
  | { readonly kind: "send as device"; readonly request: DeviceRequest; readonly source: string }
  | { readonly kind: "import readings"; readonly mode: ImportMode; readonly readings: ImportedReadings }
  /** Hands over all activity recorded so far, so that it can be read. */
  | { readonly kind: "flush activity" }
  /** The devices that connected since the last time, up to a maximum. */
  | { readonly kind: "collect connections"; readonly max: number }
  | { readonly kind: "token uses" }
  /** Accepted readings that are not settled: of one account, or with null of every account that has any. */
  | { readonly kind: "unsettled"; readonly accountId: number | null }
  /** How many readings of the account are remembered to recognise repeats. */
  | { readonly kind: "identities"; readonly accountId: number }
  | { readonly kind: "queue totals" }
  | { readonly kind: "figures" };

/** `watching` resolves when all earlier `watch` events have taken effect. */
export type ProcessQuestion = ProcessorQuestion | { readonly kind: "watching" };

export type ProcessorQuestion =
  | ProcessorRequest
  /**
   * Resolves when all earlier events are handled and everything up to these positions is settled. Each position is of
   * another partition.
   */
  | { readonly kind: "flush"; readonly positions: readonly Position[] };

export type ManageQuestion =
  /** The accounts that open pages watch. */
  | { readonly kind: "watched" }
  /** Activity that an ending ingest process has recorded and that has not been collected yet. */
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
  watching: null;
  watched: readonly number[];
  "take over": null;
}

/** The events that members of each role receive. `routes.ts` decides where an event goes. */
export interface Events {
  readonly ingest: ProgressReport | WatchedAccounts | FullStores;
  readonly process: ToldToProcessor | WatchedAccounts | NewMessages;
  readonly deliver: NewMessages;
  readonly manage: ProgressReport | ToldToManage;
  readonly command: never;
}

/** How far the processor has come. */
export interface ProgressReport {
  readonly kind: "progress";
  readonly progress: ProcessorProgress;
}

/**
 * There are new messages in the outbox, for whoever delivers. Deliverers also look by themselves, because an event may be
 * lost.
 */
interface NewMessages {
  readonly kind: "messages";
}

/** The accounts that have reached their limit of stored readings. */
interface FullStores {
  readonly kind: "store full";
  readonly accountIds: readonly number[];
}

/** The accounts whose live events somebody is watching. */
interface WatchedAccounts {
  readonly kind: "watch";
  readonly accountIds: readonly number[];
  /** Those of them whose requests are watched, too. A manage process of an earlier version does not say. */
  readonly withRequests?: readonly number[];
}

export type ToldToProcessor =
  /** These partitions of the queue have grown. */
  | { readonly kind: "appended"; readonly partitions: readonly number[] }
  | { readonly kind: "connected"; readonly connections: Connection[] }
  | { readonly kind: "activity"; readonly activity: PackedActivity };

export type ToldToManage =
  | { readonly kind: "live"; readonly events: LiveEvent[] }
  /** What another manage process has collected from ingest. The receiver stores it too. */
  | { readonly kind: "collected"; readonly collected: CollectedConnections }
  /** A mail is held for an address that has not been asked for consent yet. */
  | { readonly kind: "ask recipient"; readonly accountId: number; readonly address: string }
  /** Requests of watched accounts. */
  | { readonly kind: "requests"; readonly records: readonly SentRecord[] }
  | {
      readonly kind: "device removed";
      readonly deviceId: number;
      readonly accountId: number;
      readonly uuid: string;
    }
  /** Work of a process that fails, or succeeds again. */
  | WorkReport
  /** The address that devices and people reach. */
  | { readonly kind: "listening"; readonly url: string };

export interface CollectedConnections {
  readonly connections: readonly (readonly [deviceId: number, lastConnectedMs: number])[];
  /** Only events of watched accounts. */
  readonly events: readonly LiveEvent[];
  /** The new end of each partition that has grown. */
  readonly lastPositions: readonly Position[];
}

/** The state of the ingest process. */
export interface IngestFigures {
  readonly isReady: boolean;
  readonly devices: number;
  readonly identities: number;
  readonly connections: number;
  readonly heldBytes: number;
  /** Its counters, as they are exported. */
  readonly metrics: string;
}
