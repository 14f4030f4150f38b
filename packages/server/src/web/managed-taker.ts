import type { BodyTaker } from "../ingest/http/exchange.ts";
import type { Payer } from "../platform/shared-room.ts";

/** The listener has the memory for the body. */
export interface ManagedTaker extends Omit<BodyTaker, "room" | "readsAtOnce"> {
  /** For whom that memory counts. */
  readonly payers: readonly Payer[];
}
