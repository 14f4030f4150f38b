import type { ChainObserver } from "./chain-host.ts";
import type { ChainReading } from "./chain-reading.ts";

/** One node's part in a reading's way: its input, its output, and the result. */
export interface TraceStep {
  readonly nodeId: string;
  readonly input: TracedReading;
  /** Null until the node has passed the reading on; for a route to another chain it stays null. */
  output: string | null;
  result: TracedReading | null;
}

export interface TracedReading {
  readonly value: number;
  /** JSON text, "" if there is none. */
  readonly metadata: string;
}

const traceStepsMax = 500;

/** Records the way of one reading through a chain, up to a limit that only a very wide chain reaches. */
export class TraceRecorder implements ChainObserver {
  #steps: TraceStep[] = [];

  /** Starts again; steps that were taken before stay as they are. */
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
