import type { Clock } from "../platform/clock.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { StoredCounts } from "../store/stored-counts.ts";

/** How often it counts some, and what that may take before the queue is looked at again. */
const stepEveryMs = 100;
const stepMs = 5;
/** Counting may take a fiftieth of the time. */
const pauseFactor = 50;
const pauseMinMs = 1000;
const retryMs = 60_000;

export interface StoredReadingsParts {
  /** How many readings an account may have; null where there is no limit, and then nothing is counted. */
  readonly max: number | null;
  readonly sensors: () => Iterable<{ readonly sensorId: number; readonly accountId: number }>;
  readonly counts: StoredCounts;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the accounts that have as many as they may, when they have changed. */
  readonly tell: (full: readonly number[]) => void;
}

/**
 * Counts the stored readings of each account, to find those that have as many as they may. It counts all sensors, a few milliseconds
 * at a time, and begins again after a while: so whatever adds or removes readings is noticed a little later, and nothing has to keep a
 * count in step.
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

  /** Counts from now on, where there is a limit. */
  start(): void {
    if (this.#parts.max === null) return;
    this.#timer = setInterval(() => void this.#tryToCount(), stepEveryMs);
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  /** Somebody has come who was not told. */
  tellAgain(): void {
    if (this.#full.length > 0) this.#parts.tell(this.#full);
  }

  /** Null where it is not known. */
  of(accountId: number): number | null {
    return this.#counted === null ? null : (this.#counted.get(accountId) ?? 0);
  }

  /** The accounts that have so many, as far as it is known. */
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
