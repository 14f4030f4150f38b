import type { Control, ControlReader } from "../../control/control.ts";
import type { AnswerTo, ProcessorRequest } from "../../process/processor-request.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";

/**
 * What it takes to look at what rule chains keep. The control data say whose records may be seen: within an account
 * (see `withinAccount`) those of others are as unknown as ones that never were.
 */
export interface RecordReader {
  readonly control: ControlReader;
  readonly queries: ChainQueries;
}

/** Records are changed by the processor alone, which is asked to. */
export interface RecordWriter extends RecordReader {
  /** Also has the audit log, in which everything is entered that the processor is asked to change. */
  readonly control: Control;
  readonly ask: AskProcessor;
}

/** Rejects when no processor is there to answer. */
export type AskProcessor = <Request extends ProcessorRequest>(request: Request) => Promise<AnswerTo<Request>>;

/** How many records one list shows at most. */
export const recordsPerPageMax = 1000;

export interface PageRequest {
  /** Only older records than this one, to go on from where a list ended. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

export function toPaging({ beforeId, limit }: PageRequest): { beforeId?: number; limit: number } {
  const bounded = Math.min(limit, recordsPerPageMax);
  return beforeId === undefined ? { limit: bounded } : { beforeId, limit: bounded };
}
