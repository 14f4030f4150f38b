import type { Counts } from "../../counters/counters.ts";
import { Gauge, type Labels, type Metric } from "../../platform/metrics.ts";
import { type RepeatedWork, repeatedWorks } from "../../platform/work-report.ts";
import type { FoundFigures } from "./ingest-figures.ts";
import type { ProcessStatus } from "./system-status.ts";

interface OperationalFigures {
  readonly counts: Counts;
  readonly ingest: FoundFigures;
  readonly processes: readonly ProcessStatus[];
  readonly failing: Readonly<Record<RepeatedWork, number>>;
}

/** Figures that are read on each scrape. Totals count since the data folder was created, across restarts. */
export function operationalMetrics({ counts, ingest, processes, failing }: OperationalFigures): Metric[] {
  const ofEach = (value: (process: ProcessStatus) => number | null): [Labels, number][] =>
    processes.flatMap((process) => {
      const known = value(process);
      return known === null ? [] : [[labelsOf(process, processes), known]];
    });
  return [
    new Gauge(
      "weir_accepted_readings_total",
      "Readings made durable.",
      () => ifKnown(counts.accepted),
      "counter",
    ),
    new Gauge(
      "weir_settled_readings_total",
      "Readings the processor is done with, by how they ended.",
      () => [
        [{ outcome: "saved" }, counts.saved],
        [{ outcome: "already_stored" }, counts.alreadyStored],
        [{ outcome: "ended" }, counts.ended],
        [{ outcome: "dead" }, counts.dead],
      ],
      "counter",
    ),
    new Gauge("weir_unsettled_readings", "Accepted readings that are not yet settled (the gap).", () =>
      ifKnown(counts.gap),
    ),
    new Gauge("weir_queue_bytes", "Accepted readings that wait for the processor, in bytes.", () =>
      ifKnown(counts.queueBytes),
    ),
    new Gauge("weir_process_up", "Whether each process runs.", () =>
      ofEach(({ isRunning }) => Number(isRunning)),
    ),
    new Gauge(
      "weir_process_restarts_total",
      "Times each process died since the server was started.",
      () => ofEach(({ restarts }) => restarts),
      "counter",
    ),
    new Gauge("weir_process_memory_bytes", "Resident memory of each process.", () =>
      ofEach(({ memoryBytes }) => memoryBytes),
    ),
    new Gauge(
      "weir_failing_work",
      "Processes whose delivery of messages, or settling of readings, fails at the moment.",
      () => repeatedWorks.map((work): [Labels, number] => [{ work }, failing[work]]),
    ),
    new Gauge("weir_http_connections", "Open connections.", () => ingest.connections),
    new Gauge(
      "weir_http_held_bytes",
      "Memory held for clients that do not read their answers, or send ahead of them.",
      () => ingest.heldBytes,
    ),
    new Gauge("weir_devices", "Devices known to the server.", () => ifKnown(ingest.devices)),
    new Gauge("weir_identities", "Readings in the memory of duplicates.", () => ifKnown(ingest.identities)),
  ];
}

/** The second and every further process of a role has a number. */
function labelsOf(process: ProcessStatus, all: readonly ProcessStatus[]): Labels {
  const { role } = process;
  const place = all.filter((other) => other.role === role).indexOf(process);
  return place === 0 ? { role } : { role, number: String(place + 1) };
}

/** What is unknown is left out. */
function ifKnown(value: number | null): number | [Labels, number][] {
  return value ?? [];
}
