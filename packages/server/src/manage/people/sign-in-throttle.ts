import { fail, type Result, succeed } from "@weir/protocol/result";
import type { Budget, Limiter, LimitOptions } from "../../limit/limiter.ts";
import { sourceKey } from "../../platform/address.ts";

/**
 * Slows down attempts to guess passwords, without a way to lock out somebody else.
 *
 * Wrong attempts are counted per email and source together, per source, and per email over all sources. Each has some
 * free attempts an hour, and after that one at intervals. A source from which the person has signed in before is slowed
 * down only by its own wrong attempts for that email: an attacker elsewhere, or one with many sources, never locks it
 * out. A person at a new source waits at most a minute because of others.
 *
 * An attempt counts when it begins and is given back if it was right, so that many at once are no way around it. All
 * members that share the limiters share the counts. Each member checks only some unknown sources at once, because
 * checking a password takes CPU time.
 */
interface Policy {
  /** Attempts in an hour. */
  readonly freeTries: number;
  /** The interval of attempts when no free ones are left. */
  readonly delayMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const pairPolicy: Policy = { freeTries: 10, delayMs: 15 * minuteMs };
/** More are free, because many people may share one address. */
export const sourcePolicy: Policy = { freeTries: 30, delayMs: 15 * minuteMs };
export const emailPolicy: Policy = { freeTries: 50, delayMs: minuteMs };

/** How many keys each limiter has room for. */
const keysMax = 10_000;
export const strangersAtOnceMax = 20;
const crowdDelayMs = 1000;

/** Free attempts, and those beyond. */
interface TryLimit {
  readonly free: Limiter;
  readonly slow: Limiter;
}

export interface TryLimits {
  readonly byPair: TryLimit;
  readonly bySource: TryLimit;
  readonly byEmail: TryLimit;
}

export function openTryLimits(open: (name: string, options: LimitOptions) => Limiter): TryLimits {
  const limitOf = (key: string, { freeTries, delayMs }: Policy): TryLimit => ({
    free: open(`tries by ${key}`, { limit: freeTries, windowMs: hourMs, keysMax }),
    slow: open(`late tries by ${key}`, { limit: 1, windowMs: delayMs, keysMax }),
  });
  return {
    byPair: limitOf("pair", pairPolicy),
    bySource: limitOf("source", sourcePolicy),
    byEmail: limitOf("email", emailPolicy),
  };
}

interface Try {
  readonly email: string;
  readonly source: string;
  /** Whether the person has signed in from there before. */
  readonly isKnownSource: boolean;
  readonly nowMs: number;
}

interface Delay {
  readonly retryAfterMs: number;
}

/** An attempt that is being checked, until it ends. Unless it says otherwise, it was wrong. */
export interface Attempt {
  end(): void;
  /** It was not wrong: right, or undecided, for example because the one-time password is still missing. */
  giveBack(): void;
}

export class SignInThrottle {
  readonly #limits: TryLimits;
  #strangers = 0;

  constructor(limits: TryLimits) {
    this.#limits = limits;
  }

  async begin(asked: Try): Promise<Result<Attempt, Delay>> {
    const { isKnownSource } = asked;
    if (!isKnownSource && this.#strangers >= strangersAtOnceMax) return fail({ retryAfterMs: crowdDelayMs });
    // The place is taken before anything is awaited. Otherwise many at once would find it free.
    const end = this.#beginCheck(isKnownSource);
    const tries = await this.#takeTries(asked);
    const giveBack = (): void => {
      for (const each of tries) if (each.ok) each.value();
    };
    const retryAfterMs = Math.max(...tries.map((each) => (each.ok ? 0 : each.error.retryAfterMs)));
    if (retryAfterMs > 0) {
      giveBack();
      end();
      return fail({ retryAfterMs });
    }
    return succeed({ end, giveBack });
  }

  #takeTries({ email, source, isKnownSource, nowMs }: Try): Promise<TakenTry[]> {
    const { byPair, bySource, byEmail } = this.#limits;
    const address = email.trim().toLowerCase();
    const from = sourceKey(source);
    const ownTry = takeTry(byPair, `${from} ${address}`, nowMs);
    if (isKnownSource) return Promise.all([ownTry]);
    return Promise.all([ownTry, takeTry(bySource, from, nowMs), takeTry(byEmail, address, nowMs)]);
  }

  #beginCheck(isKnownSource: boolean): () => void {
    if (isKnownSource) return () => {};
    this.#strangers++;
    return () => {
      this.#strangers--;
    };
  }
}

/** The value gives the attempt back. */
type TakenTry = Result<() => void, Delay>;

async function takeTry({ free, slow }: TryLimit, key: string, nowMs: number): Promise<TakenTry> {
  const isFree = await free.take(key, nowMs);
  if (isFree.ok) return succeed(() => free.giveBack(key, isFree));
  const isDue = await slow.take(key, nowMs);
  if (isDue.ok) return succeed(() => slow.giveBack(key, isDue));
  return fail({ retryAfterMs: Math.max(1, earlierReset(isFree, isDue) - nowMs) });
}

function earlierReset(one: Budget, other: Budget): number {
  return Math.min(one.resetMs, other.resetMs);
}
