import type { Bus } from "../../bus/bus.ts";
import { Acceptor } from "../../ingest/accept.ts";
import {
  type FindStored,
  ForgottenReadings,
  importPatience,
} from "../../ingest/classify/forgotten-readings.ts";
import type { IdentityMemory } from "../../ingest/classify/identity-memory.ts";
import { kept, ReadingColumns } from "../../ingest/classify/reading-columns.ts";
import type { IngestMetrics } from "../../ingest/ingest-metrics.ts";
import { RequestIds } from "../../ingest/respond/request-ids.ts";
import type { ImportedReadings, ImportSink } from "../../manage/imports/import-sink.ts";
import { createImportSink } from "../../manage/imports/intake-sink.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Queue } from "../../queue/queue.ts";

export interface ImportParts {
  readonly queue: Queue;
  readonly memory: IdentityMemory;
  readonly metrics: IngestMetrics;
  readonly bus: Pick<Bus, "ask">;
  readonly clock: Clock;
  readonly toleranceMs: number;
  readonly findStored: FindStored;
}

/** Where imports go: to the queue as readings of devices do, or to the processor. */
export function openImports(parts: ImportParts): ImportSink {
  const { queue, memory, metrics, bus, clock, toleranceMs, findStored } = parts;
  // How far ahead a time may be was checked when its line was read, by the settings of whoever read it.
  const acceptor = new Acceptor(queue, memory, metrics, Number.POSITIVE_INFINITY);
  const forgotten = new ForgottenReadings({
    memory,
    findStored,
    metrics,
    toleranceMs,
    patience: importPatience,
  });
  const columns = new ReadingColumns();
  const requestIds = new RequestIds();
  return createImportSink({
    aheadMaxMs: toleranceMs,
    hasRoom: () => queue.hasRoom(),
    async accept(deviceId, readings) {
      const arrivalMs = clock.nowMs();
      fill(columns, readings);
      const late = forgotten.lateRows(columns, arrivalMs, null);
      if (late !== null) {
        const recalled = await forgotten.recall(columns, late, arrivalMs, null);
        // Another import may have used the columns meanwhile.
        fill(columns, readings);
        recalled.mark(columns);
      }
      const { accepted, duplicates } = await acceptor.accept(columns, {
        device: { record: { id: deviceId } },
        request: requestIds.next(),
        arrivalMs,
        deviceClockSeconds: null,
        batteryVolts: null,
      });
      return { accepted, duplicates };
    },
    async save({ deviceIds: _, ...readings }) {
      await bus.ask("process", { kind: "save readings", readings });
    },
  });
}

function fill(columns: ReadingColumns, readings: ImportedReadings): void {
  columns.reset(readings.values.length);
  for (const [row, atUs] of readings.atUs.entries()) {
    columns.drops[row] = kept;
    columns.sensorIds[row] = readings.sensorIds[row]!;
    columns.values[row] = readings.values[row]!;
    columns.seconds[row] = Math.floor(atUs / 1e6);
    columns.micros[row] = atUs % 1e6;
    columns.metadata[row] = readings.metadata[row]!;
  }
}
