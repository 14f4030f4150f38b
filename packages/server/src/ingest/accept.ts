import { dropReasons, type RejectedCounts } from "@weir/protocol/drop-reasons";
import type { CountTaker } from "../queue/count-taker.ts";
import { FrameWriter } from "../queue/frame-writer.ts";
import { type Duplicates, type Intake, type PackedRequest, takeRequest } from "../queue/intake.ts";
import type { RequestNumber } from "../queue/packed-readings.ts";
import type { Position } from "../queue/position.ts";
import type { RefusedRun } from "./activity/refused-readings.ts";
import type { Device } from "./authenticate/device-registry.ts";
import { clockBehind } from "./classify/clock-behind.ts";
import { type Dropped, packReadings } from "./classify/pack-readings.ts";
import { dropCode, type ReadingColumns } from "./classify/reading-columns.ts";
import type { IngestMetrics } from "./ingest-metrics.ts";
import type { Outcome } from "./respond/contract.ts";

export interface Arrival {
  readonly device: { readonly record: Pick<Device["record"], "id" | "accountId"> };
  readonly request: RequestNumber;
  readonly arrivalMs: number;
  readonly deviceClockSeconds: number | null;
  readonly batteryVolts: number | null;
}

export interface AcceptorParts {
  readonly intake: Intake;
  /** Counts rejected readings. */
  readonly counts: CountTaker;
  readonly metrics: IngestMetrics;
}

export interface TimeLimits {
  /** How far ahead of arrival a time may be and still be accepted unchanged. */
  readonly clockToleranceMs: number;
  /** How far behind arrival all times of a request may be before the clock of the device counts as wrong. */
  readonly clockBehindMs: number;
}

/** The result of a request whose readings were handed over. */
interface Accepted {
  readonly outcome: Outcome;
  /** The position by which its readings are in the queue; null if there are none. */
  readonly position: Position | null;
  readonly duplicates: Duplicates | null;
}

/** Accepts the parsed readings of a request: packs them, hands them to the intake, and counts what became of them. */
export class Acceptor {
  readonly #intake: Intake;
  readonly #counts: CountTaker;
  readonly #metrics: IngestMetrics;
  readonly #toleranceUs: number;
  readonly #behindMaxMs: number;
  /** The readings of the request packed last. */
  readonly frame = new FrameWriter();

  constructor({ intake, counts, metrics }: AcceptorParts, limits: TimeLimits) {
    this.#intake = intake;
    this.#counts = counts;
    this.#metrics = metrics;
    this.#toleranceUs = limits.clockToleranceMs * 1000;
    this.#behindMaxMs = limits.clockBehindMs;
  }

  /** How many readings were packed last. */
  get readings(): number {
    return this.frame.readings;
  }

  pack(columns: ReadingColumns, arrival: Arrival): Dropped {
    const { device, request, arrivalMs, batteryVolts, deviceClockSeconds } = arrival;
    this.frame.accountId = device.record.accountId;
    this.frame.begin({ deviceId: device.record.id, arrivalUs: arrivalMs * 1000, batteryVolts, request });
    const context = { arrivalMs, deviceClockSeconds, toleranceUs: this.#toleranceUs };
    return packReadings(columns, context, this.frame);
  }

  /** Returns how far the device's clock seems to be behind, judged by the request packed last; null if it is not. */
  clockBehind(columns: ReadingColumns, arrival: Arrival): number | null {
    return clockBehind(columns, arrival, this.#behindMaxMs);
  }

  /** Returns the request packed last. It is valid until the next is packed. */
  packed(): PackedRequest {
    this.frame.finish();
    return this.frame;
  }

  /**
   * Hands over the request packed last. Rejects with QueueUnavailableError if there is no room or the write was lost, with
   * AccountLimitError if the account has reached its limit.
   */
  accept(dropped: Dropped): Promise<Accepted> {
    const { readings } = this;
    return this.acceptPacked(readings === 0 ? null : this.packed(), readings, dropped);
  }

  /** Like `accept`, for a request that was packed elsewhere; null if it has no readings. */
  async acceptPacked(request: PackedRequest | null, readings: number, dropped: Dropped): Promise<Accepted> {
    // No reading got through, so the intake has nothing to take.
    if (request === null) {
      const outcome = { accepted: 0, duplicates: 0, rejected: this.#countDropped(dropped) };
      return { outcome, position: null, duplicates: null };
    }
    const { position, duplicates } = await takeRequest(this.#intake, request);
    const repeated = duplicates?.readings ?? 0;
    const accepted = readings - repeated;
    this.#metrics.outcome(accepted, repeated);
    const outcome = { accepted, duplicates: repeated, rejected: this.#countDropped(dropped) };
    return { outcome, position, duplicates };
  }

  /** Counts the readings of a request that was not packed, because no entry addressed a sensor. */
  countRefused(runs: readonly Pick<RefusedRun, "reason" | "readings">[]): void {
    for (const { reason, readings } of runs) {
      if (reason === "dropped_duplicate") continue;
      this.#metrics.rejected(dropCode(reason), readings);
      this.#counts.count(reason, readings);
    }
  }

  /** Counts the dropped readings once the answer is certain. Returns the counts by reason. */
  #countDropped(dropped: Dropped): RejectedCounts | null {
    if (dropped === null) return null;
    const rejected: RejectedCounts = {};
    dropped.forEach((readings, code) => {
      const { key } = dropReasons[code - 1]!;
      rejected[key] = readings;
      this.#metrics.rejected(code, readings);
      this.#counts.count(key, readings);
    });
    return rejected;
  }
}
