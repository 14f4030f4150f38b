import { type EndpointName, endpointNames } from "@weir/protocol/contracts";
import { dropReasons } from "@weir/protocol/drop-reasons";
import {
  Counter,
  type CounterSeries,
  type CounterTotals,
  Histogram,
  type HistogramTotals,
  type Metric,
} from "../platform/metrics.ts";

const latencyBoundsSeconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
const commitBoundsSeconds = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1,
];

/** The counts of one thread. */
export interface IngestTotals {
  readonly counters: readonly CounterTotals[];
  readonly histograms: readonly HistogramTotals[];
}

/** The metrics of the ingest path. Series are looked up once, here, so that counting on the hot path is an addition. */
export class IngestMetrics {
  readonly #requests = new Counter("weir_http_requests_total", "Answered requests by endpoint and status.");
  readonly #readings = new Counter("weir_readings_total", "Readings by outcome; rejected ones by reason.");
  readonly #lookups = new Counter(
    "weir_replay_lookups_total",
    "Late readings that were looked up in the store, because the duplicate memory may have forgotten them.",
  );
  readonly #lookedUp = this.#lookups.with({});
  readonly #latency = new Histogram(
    "weir_http_request_duration_seconds",
    "From the arrival of a request to its answer.",
    latencyBoundsSeconds,
  );
  readonly #commit = new Histogram(
    "weir_queue_commit_duration_seconds",
    "Write and fsync of one group of requests.",
    commitBoundsSeconds,
  );
  readonly #accepted = this.#readings.with({ outcome: "accepted", reason: "" });
  readonly #duplicates = this.#readings.with({ outcome: "duplicate", reason: "" });
  readonly #rejected = dropReasons.map(({ key }) =>
    this.#readings.with({ outcome: "rejected", reason: key }),
  );
  readonly #byEndpoint = new Map<EndpointName | null, Map<number, CounterSeries>>(
    [...endpointNames, null].map((endpoint) => [endpoint, new Map()]),
  );

  answered(endpoint: EndpointName | null, status: number, durationMs: number): void {
    const byStatus = this.#byEndpoint.get(endpoint)!;
    let series = byStatus.get(status);
    if (series === undefined) {
      series = this.#requests.with({ endpoint: endpoint ?? "none", status: String(status) });
      byStatus.set(status, series);
    }
    series.total++;
    this.#latency.observeMs(durationMs);
  }

  outcome(accepted: number, duplicates: number): void {
    this.#accepted.total += accepted;
    this.#duplicates.total += duplicates;
  }

  /** `dropCode` is a drop code of the hot path, counted from 1. */
  rejected(dropCode: number, readings: number): void {
    this.#rejected[dropCode - 1]!.total += readings;
  }

  lookedUp(readings: number): void {
    this.#lookedUp.total += readings;
  }

  committed(commitMs: number): void {
    this.#commit.observeMs(commitMs);
  }

  totals(): IngestTotals {
    return {
      counters: [this.#requests, this.#readings, this.#lookups].map((counter) => counter.totals()),
      histograms: [this.#latency, this.#commit].map((histogram) => histogram.totals()),
    };
  }

  /** Adds the counts of another thread. */
  add({ counters, histograms }: IngestTotals): void {
    for (const [nth, counter] of [this.#requests, this.#readings, this.#lookups].entries())
      counter.add(counters[nth]!);
    for (const [nth, histogram] of [this.#latency, this.#commit].entries()) histogram.add(histograms[nth]!);
  }

  get metrics(): Metric[] {
    return [this.#requests, this.#readings, this.#lookups, this.#latency, this.#commit];
  }
}
