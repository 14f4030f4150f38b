import type { changeDirections, rateUnits } from "@weir/protocol/closed-sets";

/** A run of readings beyond the limit: so many in a row, and so much time from the first to the last of them. */
interface Lasting {
  readonly hysteresis: number;
  readonly for_readings: number;
  readonly for_seconds: number;
}

/** What an alert rule watches for, as the API describes it. */
export type AlertCondition =
  | RunCondition
  | { readonly kind: "unchanged"; readonly tolerance: number; readonly seconds: number }
  | { readonly kind: "silent"; readonly seconds: number };

/** A condition that a run of readings meets. */
export type RunCondition = (
  | { readonly kind: "above"; readonly limit: number }
  | { readonly kind: "below"; readonly limit: number }
  | { readonly kind: "outside"; readonly min: number; readonly max: number }
  | RateLimit
) &
  Lasting;

export interface RateLimit {
  readonly kind: "rate";
  readonly limit: number;
  readonly per: (typeof rateUnits)[number];
  readonly direction: (typeof changeDirections)[number];
}
