import type { Bus } from "../../bus/bus.ts";
import type { IngestFigures } from "../../bus/messages.ts";
import { readProgress, readQueueTotals } from "../../installation/open-installation.ts";
import { type ServerStatus, summarise } from "../../manage/server-status.ts";
import type { ProcessorProgress } from "../../process/process-messages.ts";
import type { Backlog } from "../../store/backlog-store.ts";

/** Whoever looks at figures waits no longer for a busy ingest process. */
const askTimeoutMs = 5000;

/** The figures of the installation: ingest is asked for its own, and while it is away the files tell what they can. */
export class InstallationFigures {
  readonly #bus: Pick<Bus, "ask">;
  readonly #dataDir: string;
  #progress: Omit<ProcessorProgress, "durablePosition" | "parked">;
  #parked: readonly Backlog[] = [];

  constructor(bus: Pick<Bus, "ask">, dataDir: string) {
    this.#bus = bus;
    this.#dataDir = dataDir;
    this.#progress = readProgress(dataDir);
  }

  /** The processor has reported. */
  settled(progress: ProcessorProgress): void {
    this.#progress = progress;
    this.#parked = progress.parked;
  }

  /** What waits for its account's turn, by the last report. */
  get parked(): readonly Backlog[] {
    return this.#parked;
  }

  async read(): Promise<{ readonly status: ServerStatus; readonly ingest: IngestFigures }> {
    // Before ingest is asked: what is settled was accepted before, so the gap is never negative.
    const settled = this.#progress;
    const ingest = await this.#bus
      .ask("ingest", { kind: "figures" }, { timeoutMs: askTimeoutMs })
      .catch(() => this.#fromFiles());
    const { acceptedReadings, counters, backlogBytes } = ingest.totals;
    return {
      status: summarise({ acceptedReadings, counters, backlogBytes, settled }),
      ingest,
    };
  }

  #fromFiles(): IngestFigures {
    return {
      totals: readQueueTotals(this.#dataDir, this.#progress.position),
      ...{ isReady: false, devices: 0, identities: 0, connections: 0, heldBytes: 0, metrics: "" },
    };
  }
}
