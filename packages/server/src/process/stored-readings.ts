import type { Clock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { StoredCounts } from "../store/readings/stored-counts.ts";

/** How often some readings are counted, and how long that may take before the queue is looked at again. */
const stepEveryMs = 100;
const stepMs = 5;
/** Counting may take a fiftieth of the time. */
const pauseFactor = 50;
const pauseMinMs = 1000;
const retryMs = 60_000;

interface StoredReadingsParts {
  /** How many readings an account may have; null means no limit, and then nothing is counted. */
  readonly max: number | null;
  readonly sensors: () => Iterable<{ readonly sensorId: number; readonly accountId: number }>;
  readonly counts: StoredCounts;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the accounts that have reached their limit, when that list has changed. */
  readonly tell: (full: readonly number[]) => void;
}

/**
 * Counts the stored readings of each account, to find those that have reached their limit. It counts all sensors, a few
 * milliseconds at a time, and starts again after a while. So anything that adds or removes readings is noticed a little
 * later, and nothing has to maintain a count.
 */
export class StoredReadings {
  readonly #parts: StoredReadingsParts;
  /** Null between two rounds. */
  #round: Round | null = null;
  #nextMs = Number.NEGATIVE_INFINITY;
  /** Null until everything was counted once. */
  #counted: ReadonlyMap<number, number> | null = null;
  #full: readonly number[] = [];
  #timer: Timer | null = null;
  #isCounting = false;

  constructor(parts: StoredReadingsParts) {
    this.#parts = parts;
  }

  /** Starts counting, if there is a limit. */
  start(): void {
    if (this.#parts.max === null) return;
    this.#timer = setInterval(() => void this.#tryToCount(), stepEveryMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Called when a new member joined, which has not been told. */
  tellAgain(): void {
    if (this.#full.length > 0) this.#parts.tell(this.#full);
  }

  /** Returns null if the number is unknown. */
  of(accountId: number): number | null {
    return this.#counted === null ? null : (this.#counted.get(accountId) ?? 0);
  }

  /** Returns the accounts that have at least this many readings, as far as it is known. */
  accountsAbove(readings: number): number[] {
    return [...(this.#counted ?? [])].flatMap(([accountId, count]) => (count >= readings ? [accountId] : []));
  }

  async countSome(): Promise<void> {
    const { sensors, counts, clock } = this.#parts;
    if (this.#round === null) {
      if (clock.nowMs() < this.#nextMs) return;
      this.#round = { left: sensors()[Symbol.iterator](), counted: new Map(), tookMs: 0 };
    }
    const round = this.#round;
    const { left, counted } = round;
    const startMs = performance.now();
    for (;;) {
      const next = left.next();
      if (next.done === true) {
        this.#finish(round, performance.now() - startMs);
        return;
      }
      const { sensorId, accountId } = next.value;
      const readings = await counts.of(sensorId);
      counted.set(accountId, (counted.get(accountId) ?? 0) + readings);
      if (performance.now() - startMs > stepMs) break;
    }
    round.tookMs += performance.now() - startMs;
  }

  async #tryToCount(): Promise<void> {
    if (this.#isCounting) return;
    this.#isCounting = true;
    try {
      await this.countSome();
    } catch (error) {
      this.#round = null;
      this.#nextMs = this.#parts.clock.nowMs() + retryMs;
      this.#parts.log.warn("stored readings could not be counted yet", { reason: reasonOf(error) });
    } finally {
      this.#isCounting = false;
    }
  }

  #finish({ counted, tookMs }: Round, lastMs: number): void {
    const { max, tell } = this.#parts;
    this.#round = null;
    this.#nextMs = this.#parts.clock.nowMs() + Math.max(pauseMinMs, (tookMs + lastMs) * pauseFactor);
    this.#counted = counted;
    const before = this.#full;
    this.#full = [...counted].flatMap(([accountId, readings]) =>
      readings >= (max ?? Number.POSITIVE_INFINITY) ? [accountId] : [],
    );
    if (String(before) !== String(this.#full)) tell(this.#full);
  }
}

interface Round {
  readonly left: Iterator<{ readonly sensorId: number; readonly accountId: number }>;
  readonly counted: Map<number, number>;
  tookMs: number;
}
