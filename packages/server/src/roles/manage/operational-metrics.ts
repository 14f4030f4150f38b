import type { DeviceRegistry } from "../../ingest/authenticate/device-registry.ts";
import type { IdentityMemory } from "../../ingest/classify/identity-memory.ts";
import type { Listener } from "../../ingest/http/listener.ts";
import type { ServerStatus } from "../../manage/server-status.ts";
import { Gauge, type Metric } from "../../platform/metrics.ts";
import type { ProcessorSupervisor } from "../../process/processor-supervisor.ts";

export interface OperationalSources {
  status(): ServerStatus;
  readonly processor: ProcessorSupervisor;
  readonly devices: DeviceRegistry;
  readonly memory: IdentityMemory;
  readonly listener: Pick<Listener, "connections" | "heldBytes">;
}

/** What is read when somebody scrapes. Totals here count since the data folder was created, across restarts. */
export function operationalMetrics({
  status,
  processor,
  devices,
  memory,
  listener,
}: OperationalSources): Metric[] {
  const now = status();
  return [
    new Gauge("weir_accepted_readings_total", "Readings made durable.", () => now.accepted, "counter"),
    new Gauge(
      "weir_settled_readings_total",
      "Readings the processor is done with, by how they ended.",
      () => [
        [{ outcome: "saved" }, now.saved],
        [{ outcome: "already_stored" }, now.alreadyStored],
        [{ outcome: "ended" }, now.ended],
        [{ outcome: "dead" }, now.dead],
      ],
      "counter",
    ),
    new Gauge(
      "weir_unsettled_readings",
      "Accepted readings that are not yet settled (the gap).",
      () => now.gap,
    ),
    new Gauge(
      "weir_queue_bytes",
      "Accepted readings that wait for the processor, in bytes.",
      () => now.queueBytes,
    ),
    new Gauge(
      "weir_processor_restarts_total",
      "Times the processor died.",
      () => processor.restarts,
      "counter",
    ),
    new Gauge("weir_processor_up", "Whether the processor is running.", () => Number(processor.isRunning)),
    new Gauge("weir_http_connections", "Open connections.", () => listener.connections),
    new Gauge(
      "weir_http_held_bytes",
      "Memory held for clients that do not read their answers, or send ahead of them.",
      () => listener.heldBytes,
    ),
    new Gauge("weir_devices", "Devices known to the server.", () => devices.size),
    new Gauge("weir_identities", "Readings in the memory of duplicates.", () => memory.size),
    new Gauge("weir_server_memory_bytes", "Resident memory of the server process.", () =>
      process.memoryUsage.rss(),
    ),
  ];
}
