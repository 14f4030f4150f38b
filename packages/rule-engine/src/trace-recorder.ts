import type { ChainObserver } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";

/** One node's part in a reading's way: what came in, by which output it left, and as what. */
export interface TraceStep {
  readonly nodeId: string;
  readonly input: TracedReading;
  /** Null while the node has not passed the reading on, which for a route to another chain is for good. */
  output: string | null;
  result: TracedReading | null;
}

export interface TracedReading {
  readonly value: number;
  /** JSON text, "" where there is none. */
  readonly metadata: string;
}

const traceStepsMax = 500;

/** Notes the way of one reading through a chain, up to a limit that only a very wide chain reaches. */
export class TraceRecorder implements ChainObserver {
  #steps: TraceStep[] = [];

  /** Starts anew; what was taken before stays as it is. */
  begin(): void {
    this.#steps = [];
  }

  get steps(): readonly TraceStep[] {
    return this.#steps;
  }

  entered(nodeId: string, reading: ChainReading): void {
    if (this.#steps.length === traceStepsMax) return;
    this.#steps.push({ nodeId, input: asTraced(reading), output: null, result: null });
  }

  left(nodeId: string, output: string, reading: ChainReading): void {
    const step = this.#steps.findLast((candidate) => candidate.nodeId === nodeId);
    if (step === undefined || step.output !== null) return;
    step.output = output;
    step.result = asTraced(reading);
  }
}

function asTraced({ value, metadata }: ChainReading): TracedReading {
  return { value, metadata };
}
