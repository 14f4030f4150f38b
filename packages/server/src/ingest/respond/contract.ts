import type { EndpointName } from "@weir/protocol/contracts";
import type { RejectedCounts } from "@weir/protocol/drop-reasons";
import type { ApiErrorName } from "@weir/protocol/errors";

/** The result of a request of which at least one reading got through and is durable. */
export interface Outcome {
  readonly accepted: number;
  readonly duplicates: number;
  /** Null if nothing was dropped. */
  readonly rejected: RejectedCounts | null;
}

export interface Rendered {
  readonly status: number;
  /** JSON text. */
  readonly body: string;
}

/** Renders outcomes and refusals as one of the two contracts. It decides nothing. */
export interface Contract {
  /** Whether the URL may name a sensor by its slug. */
  readonly takesSlugInUrl: boolean;
  /** Whether requests that passed the token check are counted per device instead of per source address. */
  readonly limitsPerDevice: boolean;
  /** Whether a success is answered once the processor has settled the readings, instead of once they are durable. */
  readonly answersWhenSettled: boolean;
  /** `sensor` is the identifier from the URL, null on the batch endpoint. */
  success(outcome: Outcome, endpoint: EndpointName, sensor: string | null): Rendered;
  /** `details` are members that some errors add to their body. */
  refusal(error: ApiErrorName, details?: Readonly<Record<string, unknown>>): Rendered;
}
