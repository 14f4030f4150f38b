import { dropReasons, type RejectedCounts } from "@weir/protocol/drop-reasons";
import { FrameWriter, type RequestNumber } from "../queue/packed-readings.ts";
import { type Queue, QueueUnavailableError } from "../queue/queue.ts";
import type { Device } from "./authenticate/device-registry.ts";
import { type Classified, classifyReadings } from "./classify/classify-readings.ts";
import type { IdentityMemory } from "./classify/identity-memory.ts";
import { dropCode, type ReadingColumns } from "./classify/reading-columns.ts";
import type { IngestMetrics } from "./ingest-metrics.ts";
import type { QueueShares } from "./limit/queue-shares.ts";
import type { RefusedRun } from "./notice/refused-readings.ts";
import type { Outcome } from "./respond/contract.ts";

export interface Arrival {
  readonly device: { readonly record: Pick<Device["record"], "id" | "accountId"> };
  readonly request: RequestNumber;
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
  readonly batteryVolts: number | null;
}

export interface AcceptorParts {
  readonly queue: Queue;
  readonly shares: QueueShares;
  readonly memory: IdentityMemory;
  readonly metrics: IngestMetrics;
}

/** Counters the queue keeps durable, beside the accepted readings that it counts itself. */
export const duplicatesCounter = "duplicates";

/**
 * Steps 10 and 11: classifies the parsed readings and resolves once those that got through are durable.
 *
 * Classifying is synchronous, so requests cannot interleave in it; from then on the readings are pending, and whoever
 * repeats one waits for the same write. Rejects with QueueUnavailableError when there is no room or the write was lost,
 * with AccountLimitError when the account holds all it may.
 */
export class Acceptor {
  readonly #queue: Queue;
  readonly #shares: QueueShares;
  readonly #memory: IdentityMemory;
  readonly #metrics: IngestMetrics;
  readonly #toleranceUs: number;
  readonly #frame = new FrameWriter();

  constructor(parts: AcceptorParts, toleranceMs: number) {
    this.#queue = parts.queue;
    this.#shares = parts.shares;
    this.#memory = parts.memory;
    this.#metrics = parts.metrics;
    this.#toleranceUs = toleranceMs * 1000;
  }

  async accept(columns: ReadingColumns, arrival: Arrival): Promise<Outcome> {
    const { mark: before } = this.#memory;
    const { accountId } = arrival.device.record;
    const classified = this.classify(columns, arrival);
    const { accepted, duplicates } = classified;
    const gotThrough = accepted + duplicates > 0;
    if (accepted > 0 || (gotThrough && arrival.batteryVolts !== null)) {
      this.#refuseWithoutRoom(accountId, before);
      const { mark } = this.#memory;
      await this.append(accountId, accepted);
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

  /** Whether something of the account could be appended now. */
  hasRoom(accountId: number): boolean {
    return this.#queue.hasRoom() && this.#shares.hasRoom(accountId);
  }

  /** Appends what was classified last. */
  append(accountId: number, accepted: number): Promise<void> {
    const frame = this.#frame.finish();
    this.#shares.appended(accountId, frame.length, accepted);
    return this.#queue.append(frame, accepted);
  }

  #refuseWithoutRoom(accountId: number, mark: number): void {
    if (this.hasRoom(accountId)) return;
    this.#memory.rewind(mark);
    this.#shares.check(accountId);
    throw new QueueUnavailableError("The queue is at its limit.");
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
