import type { Demo } from "./demo.ts";

/** What the manage role prints when the server starts. */
export interface Introduction {
  /** The demo device, on the very first start. */
  readonly demo: Demo | null;
  /** The secret of the set-up link, while there is no owner. */
  readonly setupSecret: string | null;
  /** Why the dashboard cannot be shown, and how to fix that; null if it can. */
  readonly dashboardProblem: string | null;
}
