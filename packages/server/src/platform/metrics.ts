/**
 * Counters, gauges and histograms in Prometheus' text form. Counting is a field increment, because it happens for
 * every request; everything else happens when somebody scrapes.
 */
export interface Metric {
  render(): string;
}

export type Labels = Readonly<Record<string, string>>;

/** A counter with one series per combination of labels; ask for the series once and keep it. */
export class Counter implements Metric {
  readonly #head: string;
  readonly #name: string;
  readonly #series = new Map<string, CounterSeries>();

  constructor(name: string, help: string) {
    this.#name = name;
    this.#head = heading(name, help, "counter");
  }

  with(labels: Labels): CounterSeries {
    const key = labelText(labels);
    let series = this.#series.get(key);
    if (series === undefined) {
      series = { total: 0 };
      this.#series.set(key, series);
    }
    return series;
  }

  render(): string {
    let text = this.#head;
    for (const [labels, { total }] of this.#series) text += `${this.#name}${labels} ${total}\n`;
    return text;
  }
}

export interface CounterSeries {
  total: number;
}

/** Values read when somebody scrapes. `type` is "counter" where the value only grows. */
export class Gauge implements Metric {
  readonly #head: string;
  readonly #name: string;
  readonly #read: () => number | [Labels, number][];

  constructor(
    name: string,
    help: string,
    read: () => number | [Labels, number][],
    type: "gauge" | "counter" = "gauge",
  ) {
    this.#name = name;
    this.#head = heading(name, help, type);
    this.#read = read;
  }

  render(): string {
    const value = this.#read();
    const series: [Labels, number][] = typeof value === "number" ? [[{}, value]] : value;
    return (
      this.#head + series.map(([labels, number]) => `${this.#name}${labelText(labels)} ${number}\n`).join("")
    );
  }
}

/** Buckets in seconds, as the custom is; observed in milliseconds, as our clocks are. */
export class Histogram implements Metric {
  readonly #head: string;
  readonly #name: string;
  readonly #bounds: readonly number[];
  readonly #counts: Float64Array;
  #sumSeconds = 0;

  constructor(name: string, help: string, boundsSeconds: readonly number[]) {
    this.#name = name;
    this.#head = heading(name, help, "histogram");
    this.#bounds = boundsSeconds;
    this.#counts = new Float64Array(boundsSeconds.length + 1);
  }

  observeMs(ms: number): void {
    const seconds = ms / 1000;
    let bucket = 0;
    while (bucket < this.#bounds.length && seconds > this.#bounds[bucket]!) bucket++;
    this.#counts[bucket]!++;
    this.#sumSeconds += seconds;
  }

  render(): string {
    let text = this.#head;
    let cumulative = 0;
    this.#counts.forEach((count, bucket) => {
      cumulative += count;
      text += `${this.#name}_bucket{le="${this.#bounds[bucket] ?? "+Inf"}"} ${cumulative}\n`;
    });
    return `${text}${this.#name}_sum ${this.#sumSeconds}\n${this.#name}_count ${cumulative}\n`;
  }
}

export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map((metric) => metric.render()).join("");
}

function heading(name: string, help: string, type: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function labelText(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(value: string): string {
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
