import type { Control, ControlReader } from "../../../control/control.ts";
import type { AnswerTo, ProcessorRequest } from "../../../process/processor-request.ts";
import type { ChainQueries } from "../../../store/chain-queries.ts";

/**
 * What is needed to read the records of rule chains. The control data decides whose records may be seen: within an
 * account (see `withinAccount`), those of others are unknown.
 */
export interface RecordReader {
  readonly control: ControlReader;
  readonly queries: ChainQueries;
}

/** Only the processor changes records, so it is asked to. */
export interface RecordWriter extends RecordReader {
  /** Includes the audit log, which records everything that the processor is asked to change. */
  readonly control: Control;
  readonly ask: AskProcessor;
}

/** Rejects if no processor is there to answer. */
export type AskProcessor = <Request extends ProcessorRequest>(request: Request) => Promise<AnswerTo<Request>>;

/** How many records one list shows at most. */
export const recordsPerPageMax = 1000;

export interface PageRequest {
  /** Only records older than this one, to continue a list. */
  readonly beforeId?: number | undefined;
  readonly limit: number;
}

export function toPaging({ beforeId, limit }: PageRequest): { beforeId?: number; limit: number } {
  const bounded = Math.min(limit, recordsPerPageMax);
  return beforeId === undefined ? { limit: bounded } : { beforeId, limit: bounded };
}
