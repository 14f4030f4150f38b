import type { Bus } from "../../bus/bus.ts";
import type { Config } from "../../config/settings.ts";
import type { ControlReader } from "../../control/control-store.ts";
import type { Counts } from "../../counters/counters.ts";
import { embeddedLayout } from "../../installation/embedded/embedded-layout.ts";
import { openChainQueries, openCounters } from "../../installation/open-installation.ts";
import {
  type RoleProcess,
  readProcesses,
  readSystemStatus,
  type SystemStatus,
} from "../../manage/system-status.ts";
import type { Clock } from "../../platform/clock.ts";
import { renderMetrics } from "../../platform/metrics.ts";
import type { ProcessorProgress } from "../../process/process-messages.ts";
import { accountMetrics } from "./account-metrics.ts";
import { AccountUses } from "./account-uses.ts";
import { askIngestFigures } from "./ask-ingest-figures.ts";
import { ChainMetrics } from "./chain-metrics.ts";
import { operationalMetrics } from "./operational-metrics.ts";

/** Whoever looks at figures waits no longer for a busy ingest process. */
const askTimeoutMs = 5000;

export interface FiguresParts {
  readonly config: Config;
  readonly control: ControlReader;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly processes: () => readonly RoleProcess[];
  readonly liveListeners: () => number;
}

type Counters = Awaited<ReturnType<typeof openCounters>>;

/** The figures of the installation, for `weir status`, Settings > System and `/metrics`. */
export class InstallationFigures {
  /** What accounts use of that which other processes count. */
  readonly uses: AccountUses;
  readonly #parts: FiguresParts;
  readonly #counters: Counters;
  readonly #chainMetrics: ChainMetrics;
  readonly #startedMs: number;

  static async open(parts: FiguresParts): Promise<InstallationFigures> {
    const counters = await openCounters(parts.config.data, () =>
      parts.bus.ask("ingest", { kind: "queue totals" }, { timeoutMs: askTimeoutMs }),
    );
    return new InstallationFigures(parts, counters);
  }

  private constructor(parts: FiguresParts, counters: Counters) {
    const { bus, control, config, clock } = parts;
    this.#parts = parts;
    this.#counters = counters;
    this.uses = new AccountUses(bus);
    this.#chainMetrics = new ChainMetrics({ control, openQueries: () => openChainQueries(config.data) });
    this.#startedMs = clock.nowMs();
  }

  /** The processor has reported. */
  reported(progress: ProcessorProgress): void {
    this.#counters.reported(progress);
    this.uses.reported(progress);
  }

  counts(): Promise<Counts> {
    return this.#counters.read();
  }

  async system(): Promise<SystemStatus> {
    const { config, clock, processes, liveListeners } = this.#parts;
    const [counts, ingest] = await this.#read();
    const { isReady, devices, identities } = ingest;
    return readSystemStatus({
      ...{ dataDir: config.data, startedMs: this.#startedMs, clock, counts, isReady, devices, identities },
      files: [embeddedLayout.control.name, embeddedLayout.log.name, embeddedLayout.store.name],
      backlogBytesMax: config.queueBytesMax,
      identitiesMax: config.identitiesMax,
      processes: readProcesses(processes()),
      liveListeners: liveListeners(),
    });
  }

  async metrics(): Promise<string> {
    const { control, processes } = this.#parts;
    const [counts, ingest] = await this.#read();
    return (
      ingest.metrics +
      renderMetrics([
        ...operationalMetrics({ counts, ingest, processes: readProcesses(processes()) }),
        ...(await accountMetrics(control, await this.uses.unsettled(), this.uses.parked)),
        ...(await this.#chainMetrics.metrics()),
      ])
    );
  }

  #read() {
    return Promise.all([this.#counters.read(), askIngestFigures(this.#parts.bus, askTimeoutMs)]);
  }
}
