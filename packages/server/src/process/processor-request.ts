import type { Severity } from "@weir/protocol/closed-sets";
import type { FoundReadings, WantedReadings } from "../queue/wanted-readings.ts";
import type { TraceReport, TraceTarget } from "./chains/traces.ts";

/** What the server asks of the processor on behalf of a person, who waits for the answer. */
export type ProcessorRequest =
  | { readonly kind: "start trace"; readonly target: TraceTarget; readonly minutes: number }
  | { readonly kind: "stop trace"; readonly target: TraceTarget }
  | { readonly kind: "read trace"; readonly target: TraceTarget }
  | { readonly kind: "replay dead letters"; readonly letters: DeadLetterChoice }
  | { readonly kind: "discard dead letters"; readonly letters: DeadLetterChoice }
  | ChangeAlarms
  | ChangeSilenceAlarms
  | { readonly kind: "retry message"; readonly messageId: number }
  /** Decides about mails that wait for an address to confirm. */
  | {
      readonly kind: "refuse held mails";
      readonly accountId: number;
      readonly address: string;
      readonly reason: string;
    }
  /** Deletes rejected readings of an account from the quarantine. */
  | { readonly kind: "release quarantined"; readonly accountId: number; readonly ids: readonly number[] }
  | DeleteReadings
  | PurgeDevices
  | PurgeAccount
  | SaveReadings
  | FindReadings
  /** Returns how much the account uses of the processor. */
  | { readonly kind: "account use"; readonly accountId: number }
  /** Returns the accounts that use at least this much of the processor or the store. */
  | {
      readonly kind: "accounts using";
      readonly processedPercent: number;
      readonly storedReadings: number;
    };

/** Changes alarms by hand; all of them, or none if that fails. */
export interface ChangeAlarms {
  readonly kind: "change alarms";
  readonly action: AlarmAction;
  readonly ids: readonly number[];
  /** The name that is recorded with the change. */
  readonly by: string;
}

/** Raises and clears alarms of silent devices on behalf of the server. */
export interface ChangeSilenceAlarms {
  readonly kind: "change silence alarms";
  readonly raise: readonly SilentDevice[];
  readonly clear: readonly DeviceOfAlarm[];
  /** The server's time. */
  readonly atMs: number;
}

export interface DeviceOfAlarm {
  readonly accountId: number;
  readonly deviceId: number;
  readonly deviceUuid: string;
}

export interface SilentDevice extends DeviceOfAlarm {
  readonly lastConnectedMs: number;
  readonly name: string;
  readonly severity: Severity;
  readonly message: string;
}

/**
 * The first person to acknowledge an alarm stays recorded. Unacknowledging makes an alarm that is not cleared look
 * unseen. A cleared alarm is raised again when a chain has reason to.
 */
export type AlarmAction = "acknowledge" | "unacknowledge" | "clear";

/** Deletes a portion of the records of removed devices. The caller repeats the request until it is complete. */
export interface PurgeDevices {
  readonly kind: "purge devices";
  readonly accountId: number;
  readonly devices: readonly RemovedDevice[];
}

export interface RemovedDevice {
  readonly deviceId: number;
  readonly sensorIds: readonly number[];
}

/** The same for records of an account that belong to no device. */
export interface PurgeAccount {
  readonly kind: "purge account";
  readonly accountId: number;
}

/** Deletes a portion of the readings. The caller repeats the request until it is complete. */
export interface DeleteReadings {
  readonly kind: "delete readings";
  readonly sensorId: number;
  readonly fromUs: number;
  /** Exclusive. */
  readonly toUs: number;
}

/** Imported readings that bypass their chains. */
export interface SaveReadings {
  readonly kind: "save readings";
  readonly readings: {
    readonly sensorIds: readonly number[];
    readonly atUs: readonly number[];
    readonly values: readonly number[];
    readonly metadata: readonly string[];
    /** Null counts as now. */
    readonly receivedUs: readonly (number | null)[];
    /** -1 if the device sent no time. */
    readonly deviceSeconds: readonly number[];
    readonly deviceMicros: readonly number[];
  };
}

/** Asks which of these readings are stored. */
export interface FindReadings {
  readonly kind: "find readings";
  readonly readings: WantedReadings;
}

/** Selects dead letters by id, or all of them. `sensorId` narrows to one sensor; `accountId: null` means every account. */
export interface DeadLetterChoice {
  readonly accountId: number | null;
  readonly ids: readonly number[] | "all";
  readonly sensorId?: number;
}

export interface ReplaySummary {
  readonly replayed: number;
  readonly saved: number;
  /** Readings that would have been saved, but the store had them already. */
  readonly alreadyStored: number;
  readonly ended: number;
  /** Readings that failed again and are kept. */
  readonly dead: number;
  /** Readings that could not be replayed: the sensor was removed, or the bytes cannot be read. */
  readonly skipped: number;
}

export interface ProcessorAnswers {
  "start trace": null;
  "stop trace": null;
  "read trace": TraceReport | null;
  "replay dead letters": ReplaySummary;
  "discard dead letters": { readonly discarded: number };
  /** Leaves out alarms that do not exist and those without anything to do. */
  "change alarms": { readonly changedIds: readonly number[] };
  /** The ids of devices whose alarm was raised or cleared now. */
  "change silence alarms": { readonly raised: readonly number[]; readonly cleared: readonly number[] };
  "retry message": boolean;
  "refuse held mails": null;
  "release quarantined": { readonly released: number };
  /** `alreadyStored` counts readings that the store had before, or that were sent twice. */
  "save readings": { readonly saved: number; readonly alreadyStored: number };
  "find readings": FoundReadings;
  "account use": ProcessorUse;
  "accounts using": readonly number[];
  "delete readings": { readonly deleted: number; readonly complete: boolean };
  "purge devices": { readonly deleted: number; readonly complete: boolean };
  "purge account": { readonly deleted: number; readonly complete: boolean };
}

export interface ProcessorUse {
  /** The number of traces of the account. */
  readonly traces: number;
  /** The share of the last seconds that its readings took to process, in percent. */
  readonly processedPercent: number;
  /** Null if they are not counted, or not yet. */
  readonly storedReadings: number | null;
}

export type AnswerTo<Request extends ProcessorRequest> = ProcessorAnswers[Request["kind"]];
