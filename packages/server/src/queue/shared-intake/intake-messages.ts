import type { Duplicates } from "../intake.ts";
import type { Position } from "../position.ts";

/** Messages from a listener thread to the intake thread. */
export type ToIntake =
  /** There is something in the ring. */
  | { readonly kind: "wake" }
  /** A request that is too large for the ring. */
  | {
      readonly kind: "large";
      readonly ticket: number;
      readonly accountId: number;
      readonly frame: Uint8Array<ArrayBuffer>;
    };

/** The answer of the intake thread to a listener thread: what became of the requests with these tickets. */
export interface IntakeOutcomes {
  readonly kind: "outcomes";
  readonly position: Position;
  /** Tickets of fully accepted requests: the first and last of each run. */
  readonly accepted: readonly number[];
  readonly others: readonly OtherOutcome[];
}

export interface OtherOutcome {
  readonly ticket: number;
  readonly duplicates: Duplicates | null;
  readonly fault: IntakeFault | null;
}

export type IntakeFault =
  | {
      readonly kind: "account limit";
      readonly message: string;
      readonly setting: string;
      readonly max: number;
    }
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "other"; readonly message: string };
