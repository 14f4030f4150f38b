import type { Bus } from "../../bus/bus.ts";
import type { Config } from "../../config/settings.ts";
import type { Counts } from "../../counters/counters.ts";
import type { ReportedCounters } from "../../counters/reported-counters.ts";
import type { Clock } from "../../platform/clock.ts";
import { isWithin } from "../../platform/is-within.ts";
import { renderMetrics } from "../../platform/metrics.ts";
import { soonMs } from "../../platform/value-if-soon.ts";
import type { ProcessorProgress } from "../../process/process-messages.ts";
import type { QueueTotals } from "../../queue/queue.ts";
import type { ActivityQueries } from "../../store/activity/queries.ts";
import type { ChainQueries } from "../../store/chain-queries.ts";
import type { OutboxQueries } from "../../store/outbox/queries.ts";
import type { LiveHub } from "../../web/live/live-hub.ts";
import { accountMetrics } from "../accounts/account-metrics.ts";
import { AccountUses } from "../accounts/account-uses.ts";
import { readNearLimits } from "../accounts/read-near-limits.ts";
import { ChainMetrics } from "../chains/chain-metrics.ts";
import type { ChainControl } from "../chains/work/chain-control.ts";
import type { SharedUsage } from "../core/account-usage.ts";
import type { ServerLimits } from "../core/server-limits.ts";
import { clusterMetrics } from "./cluster-metrics.ts";
import type { ClusterMembers, ClusterStatus } from "./cluster-status.ts";
import { FailingWork } from "./failing-work.ts";
import { askIngestFigures } from "./ingest-figures.ts";
import { operationalMetrics } from "./operational-metrics.ts";
import {
  type RoleProcess,
  readProcesses,
  readSystemStatus,
  type StorageUse,
  type SystemStatus,
} from "./system-status.ts";

/** Whoever collects metrics waits no longer for a busy ingest process. */
const askTimeoutMs = 5000;

/** Where the figures of an installation are read. */
interface FiguresSource {
  openCounters(askQueue: () => Promise<QueueTotals>): Promise<ReportedCounters>;
  openChainQueries(): Promise<ChainQueries>;
  readStorage(): Promise<StorageUse>;
  readMembers(): Promise<ClusterMembers | null>;
  readCluster(): Promise<ClusterStatus | null>;
}

interface FiguresParts {
  readonly installation: FiguresSource;
  readonly config: Pick<Config, "queueBytesMax" | "parkedBytes" | "identitiesMax">;
  readonly limits: ServerLimits;
  readonly control: ChainControl;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly processes: () => readonly RoleProcess[];
  readonly activity: Pick<ActivityQueries, "quarantinedCount">;
  readonly outbox: Pick<OutboxQueries, "mailsOn" | "accountsMailing">;
  readonly live: Pick<LiveHub, "listeners" | "streamsOf" | "accountsAbove">;
}

/** The figures of the installation, for `weir status`, `weir account limits`, System and `/metrics`. */
export class InstallationFigures {
  /** What accounts use of each limit. */
  readonly uses: AccountUses;
  readonly failing: FailingWork;
  readonly #parts: FiguresParts;
  readonly #limits: ServerLimits;
  readonly #counters: ReportedCounters;
  readonly #chainMetrics: ChainMetrics;
  readonly #startedMs: number;

  static async open(parts: FiguresParts): Promise<InstallationFigures> {
    const counters = await parts.installation.openCounters(() =>
      parts.bus.ask("ingest", { kind: "queue totals" }, { timeoutMs: askTimeoutMs }),
    );
    return new InstallationFigures(parts, counters);
  }

  private constructor(parts: FiguresParts, counters: ReportedCounters) {
    const { installation, bus, control, limits, clock, activity, outbox, live } = parts;
    this.#parts = parts;
    this.#limits = limits;
    this.#counters = counters;
    this.uses = new AccountUses({ bus, control, activity, outbox, clock, live, limits: this.#limits });
    this.#chainMetrics = new ChainMetrics({ control, openQueries: () => installation.openChainQueries() });
    this.#startedMs = clock.nowMs();
    this.failing = new FailingWork(clock);
  }

  /** The processor has reported. */
  reported(progress: ProcessorProgress): void {
    this.#counters.reported(progress);
    this.uses.reported(progress);
  }

  counts(): Promise<Counts> {
    return this.#counters.read();
  }

  /** What all accounts use together. */
  async sharedUse(): Promise<SharedUsage> {
    const [{ queueBytes }, { identities }] = await this.#read(soonMs);
    return { queueBytes, parkedBytes: this.uses.parkedBytes, identities };
  }

  async system(): Promise<SystemStatus> {
    const { installation, config, control, clock, processes, live } = this.#parts;
    const asking = readNearLimits(control, this.#limits, this.uses);
    const [[counts, ingest], storage, isNearKnown, cluster] = await Promise.all([
      this.#read(soonMs),
      installation.readStorage(),
      isWithin(soonMs, asking),
      installation.readMembers(),
    ]);
    const { isReady, devices, identities } = ingest;
    return readSystemStatus({
      startedMs: this.#startedMs,
      clock,
      counts,
      isReady,
      devices,
      identities,
      storage,
      backlogBytesMax: config.queueBytesMax,
      parkedBytes: this.uses.parkedBytes,
      parkedBytesMax: config.parkedBytes,
      nearLimits: isNearKnown ? await asking : [],
      identitiesMax: config.identitiesMax,
      processes: readProcesses(processes()),
      liveListeners: live.listeners,
      cluster,
      failing: this.failing,
    });
  }

  /** Null on one machine. */
  cluster(): Promise<ClusterStatus | null> {
    return this.#parts.installation.readCluster();
  }

  async metrics(): Promise<string> {
    const { installation, control, processes } = this.#parts;
    const [counts, ingest] = await this.#read(askTimeoutMs);
    const cluster = await installation.readMembers();
    return (
      ingest.metrics +
      renderMetrics([
        ...operationalMetrics({
          counts,
          ingest,
          processes: readProcesses(processes()),
          failing: this.failing.counts(),
        }),
        ...(cluster === null ? [] : clusterMetrics(cluster)),
        ...(await accountMetrics(control, await this.uses.unsettled(), this.uses.parked)),
        ...(await this.#chainMetrics.metrics()),
      ])
    );
  }

  #read(timeoutMs: number) {
    return Promise.all([this.#counters.read(), askIngestFigures(this.#parts.bus, timeoutMs)]);
  }
}
