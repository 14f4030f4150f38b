import type { TraceReport, TraceTarget } from "./chains/traces.ts";

/** What the server asks of the processor on behalf of a person, who waits for the answer. */
export type ProcessorRequest =
  | { readonly kind: "start trace"; readonly target: TraceTarget; readonly minutes: number }
  | { readonly kind: "stop trace"; readonly target: TraceTarget }
  | { readonly kind: "read trace"; readonly target: TraceTarget }
  | { readonly kind: "replay dead letters"; readonly letters: DeadLetterChoice }
  | { readonly kind: "discard dead letters"; readonly letters: DeadLetterChoice }
  | { readonly kind: "acknowledge alarm"; readonly alarmId: number; readonly by: string }
  | { readonly kind: "unacknowledge alarm"; readonly alarmId: number }
  | { readonly kind: "clear alarm"; readonly alarmId: number; readonly by: string }
  | { readonly kind: "retry message"; readonly messageId: number }
  /** Rejected readings of an account that need not be kept any more. */
  | { readonly kind: "release quarantined"; readonly accountId: number; readonly ids: readonly number[] }
  | DeleteReadings
  | SaveReadings;

/** A portion of them: whoever asks has to ask again until it is complete. */
export interface DeleteReadings {
  readonly kind: "delete readings";
  readonly sensorId: number;
  readonly fromUs: number;
  /** Before this time. */
  readonly toUs: number;
}

/** Imported readings that are not to go through their chains. */
export interface SaveReadings {
  readonly kind: "save readings";
  readonly readings: {
    readonly sensorIds: readonly number[];
    readonly atUs: readonly number[];
    readonly values: readonly number[];
    readonly metadata: readonly string[];
  };
}

/** The ones named, or all of them, of one sensor where it is given; of an account, or (null) whosever they are. */
export interface DeadLetterChoice {
  readonly accountId: number | null;
  readonly ids: readonly number[] | "all";
  readonly sensorId?: number;
}

export interface ReplaySummary {
  readonly replayed: number;
  readonly saved: number;
  readonly ended: number;
  /** Failed again, and are kept. */
  readonly dead: number;
  /** Could not be replayed: the sensor is gone, or the bytes cannot be read. */
  readonly skipped: number;
}

export interface ProcessorAnswers {
  "start trace": null;
  "stop trace": null;
  "read trace": TraceReport | null;
  "replay dead letters": ReplaySummary;
  "discard dead letters": { readonly discarded: number };
  /** False where there is no such alarm, or nothing is left to do. */
  "acknowledge alarm": boolean;
  "unacknowledge alarm": boolean;
  "clear alarm": boolean;
  "retry message": boolean;
  "release quarantined": { readonly released: number };
  "save readings": { readonly saved: number };
  "delete readings": { readonly deleted: number; readonly complete: boolean };
}

export type AnswerTo<Request extends ProcessorRequest> = ProcessorAnswers[Request["kind"]];
