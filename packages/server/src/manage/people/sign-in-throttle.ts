import { fail, type Result, succeed } from "@weir/protocol/result";
import type { Budget, Limiter, LimitOptions } from "../../limit/limiter.ts";
import { sourceKey } from "./known-sources.ts";

/**
 * Slows down whoever guesses passwords, without a way to shut somebody else out.
 *
 * Wrong tries are counted per email and source together, per source, and per email over all sources. Each has so many
 * free ones an hour, and past them one in a while. A source that the person has signed in from before is held up by its
 * own wrong tries for that email only: an attacker elsewhere, or one with many sources, never keeps it out. Somebody at
 * a new source waits a minute at the most for what others do.
 *
 * A try counts from its beginning and is given back when it was right, so that many at once are no way around it. All
 * who share the limiters share the counts. Of sources that are not known, each member looks at only so many at once,
 * because a password takes a core's time to check.
 */
interface Policy {
  /** In an hour. */
  readonly freeTries: number;
  /** How far apart the tries are that are looked at when no free ones are left. */
  readonly delayMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const pairPolicy: Policy = { freeTries: 10, delayMs: 15 * minuteMs };
/** More is free, because many people may sit behind one address. */
export const sourcePolicy: Policy = { freeTries: 30, delayMs: 15 * minuteMs };
export const emailPolicy: Policy = { freeTries: 50, delayMs: minuteMs };

/** Keys for which each limiter has room. */
const keysMax = 10_000;
export const strangersAtOnceMax = 20;
const crowdDelayMs = 1000;

/** Free tries, and those past them. */
interface TryLimit {
  readonly free: Limiter;
  readonly slow: Limiter;
}

export interface TryLimits {
  readonly byPair: TryLimit;
  readonly bySource: TryLimit;
  readonly byEmail: TryLimit;
}

export function openTryLimits(open: (options: LimitOptions) => Limiter): TryLimits {
  const limitOf = ({ freeTries, delayMs }: Policy): TryLimit => ({
    free: open({ limit: freeTries, windowMs: hourMs, keysMax }),
    slow: open({ limit: 1, windowMs: delayMs, keysMax }),
  });
  return { byPair: limitOf(pairPolicy), bySource: limitOf(sourcePolicy), byEmail: limitOf(emailPolicy) };
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

/** A try that is being looked at, until it ends. When it says nothing more, it was wrong. */
export interface Attempt {
  end(): void;
  /** It was not wrong: right, or undecided, as when the one-time password is still to come. */
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
    // The place is taken before anything is waited for, or many at once would find it free.
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

/** The value gives the try back. */
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
