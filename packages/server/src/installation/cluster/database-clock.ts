import type { Clock } from "../../platform/clock.ts";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";

const lookEveryMs = 5000;
/** A look that takes longer is too imprecise. */
const answerMaxMs = 1000;
/** Smaller differences may come from the time that question and answer were on their way. */
const toleratedMs = 20;

/**
 * The time of day of the database server, which all processes of a cluster share. It decides when messages are due and
 * how long they are claimed, and is stored in rows that other processes compare. Between looks, the monotonic clock of
 * this process continues it. So nothing depends on the time of day of this machine, which may be wrong or set.
 */
export class DatabaseClock implements Clock {
  readonly #session: PostgresSession;
  readonly #monotonicMs: () => number;
  #timer: Timer | null = null;
  /** Added to the monotonic clock. */
  #offsetMs = Number.NaN;

  private constructor(session: PostgresSession, monotonicMs: () => number) {
    this.#session = session;
    this.#monotonicMs = monotonicMs;
  }

  /** Rejects if the database cannot be asked. */
  static async open(session: PostgresSession, monotonicMs = () => performance.now()): Promise<DatabaseClock> {
    const clock = new DatabaseClock(session, monotonicMs);
    await clock.look();
    clock.#timer = setInterval(() => void clock.look().catch(() => undefined), lookEveryMs);
    clock.#timer.unref();
    return clock;
  }

  nowMs(): number {
    return Math.floor(this.#monotonicMs() + this.#offsetMs);
  }

  /** While the database is away, the clock continues by itself. */
  async look(): Promise<void> {
    const askedMs = this.#monotonicMs();
    const { rows } = await this.#session.query<{ nowMs: number }>({
      text: `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS "nowMs"`,
      query_timeout: answerMaxMs,
    });
    const answeredMs = this.#monotonicMs();
    const offsetMs = rows[0]!.nowMs - (askedMs + answeredMs) / 2;
    const isSame = Math.abs(offsetMs - this.#offsetMs) <= toleratedMs + (answeredMs - askedMs) / 2;
    if (!isSame) this.#offsetMs = offsetMs;
  }

  stop(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }
}
