/**
 * Counters, gauges and histograms in Prometheus' text form. Counting is a field increment, because it happens for every
 * request; everything else happens during a scrape.
 */
export interface Metric {
  render(): string;
}

export type Labels = Readonly<Record<string, string>>;

/** A counter with one series per combination of labels; look the series up once and keep it. */
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

  /** All totals, to be added elsewhere. */
  totals(): CounterTotals {
    return Array.from(this.#series, ([labels, { total }]) => [labels, total]);
  }

  add(totals: CounterTotals): void {
    for (const [labels, total] of totals) {
      const series = this.#series.get(labels);
      if (series === undefined) this.#series.set(labels, { total });
      else series.total += total;
    }
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

/** Totals by the text of their labels. */
export type CounterTotals = (readonly [labels: string, total: number])[];

export interface HistogramTotals {
  readonly counts: Float64Array;
  readonly sumSeconds: number;
}

/** Values that are read during a scrape. `type` is "counter" if the value only grows. */
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

/** Buckets are in seconds, as is customary; values are observed in milliseconds, like our clocks. */
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

  totals(): HistogramTotals {
    return { counts: this.#counts.slice(), sumSeconds: this.#sumSeconds };
  }

  add({ counts, sumSeconds }: HistogramTotals): void {
    counts.forEach((count, bucket) => {
      this.#counts[bucket]! += count;
    });
    this.#sumSeconds += sumSeconds;
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
