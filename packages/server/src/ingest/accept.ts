import { dropReasons, type RejectedCounts } from "@weir/protocol/drop-reasons";
import { FrameWriter, type RequestNumber } from "../queue/packed-readings.ts";
import { type Queue, QueueUnavailableError } from "../queue/queue.ts";
import type { Device } from "./authenticate/device-registry.ts";
import { type Classified, classifyReadings } from "./classify/classify-readings.ts";
import type { IdentityMemory } from "./classify/identity-memory.ts";
import { dropCode, type ReadingColumns } from "./classify/reading-columns.ts";
import type { IngestMetrics } from "./ingest-metrics.ts";
import type { RefusedRun } from "./notice/refused-readings.ts";
import type { Outcome } from "./respond/contract.ts";

export interface Arrival {
  readonly device: { readonly record: Pick<Device["record"], "id"> };
  readonly request: RequestNumber;
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
  readonly batteryVolts: number | null;
}

/** Counters the queue keeps durable, beside the accepted readings that it counts itself. */
export const duplicatesCounter = "duplicates";

/**
 * Steps 10 and 11: classifies the parsed readings and resolves once those that got through are durable.
 *
 * Classifying is synchronous, so requests cannot interleave in it; from then on the readings are pending, and whoever
 * repeats one waits for the same write. Rejects with QueueUnavailableError when there is no room or the write was lost.
 */
export class Acceptor {
  readonly #queue: Queue;
  readonly #memory: IdentityMemory;
  readonly #metrics: IngestMetrics;
  readonly #toleranceUs: number;
  readonly #frame = new FrameWriter();

  constructor(queue: Queue, memory: IdentityMemory, metrics: IngestMetrics, toleranceMs: number) {
    this.#queue = queue;
    this.#memory = memory;
    this.#metrics = metrics;
    this.#toleranceUs = toleranceMs * 1000;
  }

  async accept(columns: ReadingColumns, arrival: Arrival): Promise<Outcome> {
    const { mark: before } = this.#memory;
    const classified = this.classify(columns, arrival);
    const { accepted, duplicates } = classified;
    const gotThrough = accepted + duplicates > 0;
    if (accepted > 0 || (gotThrough && arrival.batteryVolts !== null)) {
      if (!this.#queue.hasRoom()) {
        this.#memory.rewind(before);
        throw new QueueUnavailableError("The queue is at its limit.");
      }
      const { mark } = this.#memory;
      await this.append(accepted);
      this.#memory.confirm(mark);
    } else if (classified.waitsForPending) {
      await this.#queue.barrier();
    }
    return { accepted, duplicates, rejected: this.#count(classified) };
  }

  /** What is accepted is packed to be appended, and remembered as pending. */
  classify(columns: ReadingColumns, arrival: Arrival): Classified {
    const { device, request, arrivalMs, batteryVolts } = arrival;
    const { mark } = this.#memory;
    try {
      this.#frame.begin({ deviceId: device.record.id, arrivalUs: arrivalMs * 1000, batteryVolts, request });
      const context = {
        arrivalMs,
        deviceClockSeconds: arrival.deviceClockSeconds,
        toleranceUs: this.#toleranceUs,
      };
      return classifyReadings(columns, context, this.#memory, this.#frame);
    } catch (error) {
      this.#memory.rewind(mark);
      throw error;
    }
  }

  /** Appends what was classified last. */
  append(accepted: number): Promise<void> {
    return this.#queue.append(this.#frame.finish(), accepted);
  }

  /** Counts the readings of a request in which nothing addressed a sensor, so that it was not classified. */
  countRefused(runs: readonly Pick<RefusedRun, "reason" | "readings">[]): void {
    for (const { reason, readings } of runs) {
      if (reason === "dropped_duplicate") continue;
      this.#metrics.rejected(dropCode(reason), readings);
      this.#queue.count(reason, readings);
    }
  }

  /** Counts what is now certain, and names the reasons of what was dropped. */
  #count({ accepted, duplicates, dropped }: Classified): RejectedCounts | null {
    this.#metrics.outcome(accepted, duplicates);
    if (duplicates > 0) this.#queue.count(duplicatesCounter, duplicates);
    if (dropped === null) return null;
    const rejected: RejectedCounts = {};
    dropped.forEach((readings, code) => {
      const { key } = dropReasons[code - 1]!;
      rejected[key] = readings;
      this.#metrics.rejected(code, readings);
      this.#queue.count(key, readings);
    });
    return rejected;
  }
}
