import type { Log } from "../platform/log.ts";
import type { Settlement } from "../store/settlement.ts";
import { ParkedWarnings } from "./parked-warnings.ts";
import type { FromProcessor } from "./process-messages.ts";
import type { Processor } from "./processor.ts";

interface ProgressReportsParts {
  readonly processor: Pick<Processor, "position" | "progress" | "turns">;
  readonly settlement: Pick<Settlement, "durable">;
  readonly log: Log;
  readonly send: (message: FromProcessor) => void;
}

/** Reports to the other roles how far the processor and the store have come. */
export class ProgressReports {
  readonly #parts: ProgressReportsParts;
  readonly #parkedWarnings: ParkedWarnings;
  #isDue = false;

  constructor(parts: ProgressReportsParts) {
    this.#parts = parts;
    this.#parkedWarnings = new ParkedWarnings(parts.log);
  }

  /** Whether somebody waits for a report, even if nothing has changed. */
  get isDue(): boolean {
    return this.#isDue;
  }

  ask(): void {
    this.#isDue = true;
  }

  async report(): Promise<void> {
    this.#isDue = false;
    const { processor, settlement, send } = this.#parts;
    const durablePosition = await settlement.durable(processor.position.partition);
    const parked = processor.turns.backlogs.all();
    this.#parkedWarnings.look(parked, processor.turns.settings);
    send({ kind: "progress", progress: { ...processor.progress, durablePosition, parked } });
  }
}
