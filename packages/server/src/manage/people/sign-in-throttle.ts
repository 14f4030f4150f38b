import { sourceKey } from "./known-sources.ts";

/**
 * Slows down whoever guesses passwords, without a way to shut somebody else out.
 *
 * Wrong tries are counted per e-mail and source together, per source, and per e-mail over all sources; past a few free
 * ones, each doubles the time until the next is looked at. A source that the person has signed in from before is held
 * up by its own wrong tries for that e-mail only: an attacker elsewhere, or one with many sources, never keeps it out.
 * Somebody at a new source waits a minute at the most for what others do.
 *
 * A try counts from its beginning and is taken back when it was right, so that many at once are no way around it. All
 * is kept in memory and bounded: past the limit, what was tried longest ago is forgotten. Of sources that are not known,
 * only so many are looked at at once, because a password takes a core's time to check.
 */
interface Policy {
  readonly freeTries: number;
  readonly firstDelayMs: number;
  readonly delayMaxMs: number;
  readonly forgetAfterMs: number;
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const pairPolicy: Policy = {
  freeTries: 5,
  firstDelayMs: 1000,
  delayMaxMs: 15 * minuteMs,
  forgetAfterMs: hourMs,
};
/** More is free, because many people may sit behind one address. */
export const sourcePolicy: Policy = { ...pairPolicy, freeTries: 20 };
export const emailPolicy: Policy = { ...pairPolicy, freeTries: 50, delayMaxMs: minuteMs };

export const throttleEntriesMax = 10_000;
export const strangersAtOnceMax = 20;
const crowdDelayMs = 1000;

export interface Try {
  readonly email: string;
  readonly source: string;
  /** Whether the person has signed in from there before. */
  readonly isKnownSource: boolean;
  readonly nowMs: number;
}

export type TryOutcome =
  | { readonly ok: true; readonly attempt: Attempt }
  | { readonly ok: false; readonly retryAfterMs: number };

/** A try that is being looked at, until it ends. When it says nothing more, it was wrong. */
export interface Attempt {
  end(): void;
  /** It was right: the e-mail and source are trusted again. */
  succeed(): void;
  /** It was neither right nor wrong, as when the one-time password is still to come. */
  takeBack(): void;
}

export class SignInThrottle {
  readonly #pairs = new TryCounter(pairPolicy);
  readonly #sources = new TryCounter(sourcePolicy);
  readonly #emails = new TryCounter(emailPolicy);
  #strangers = 0;

  begin({ email, source, isKnownSource, nowMs }: Try): TryOutcome {
    const address = email.trim().toLowerCase();
    const from = sourceKey(source);
    const pair = { counter: this.#pairs, key: `${from} ${address}` };
    const wider = [
      { counter: this.#sources, key: from },
      { counter: this.#emails, key: address },
    ];
    const counted = isKnownSource ? [pair] : [pair, ...wider];
    const retryAfterMs = Math.max(...counted.map(({ counter, key }) => counter.delayMs(key, nowMs)));
    if (retryAfterMs > 0) return { ok: false, retryAfterMs };
    if (!isKnownSource && this.#strangers >= strangersAtOnceMax)
      return { ok: false, retryAfterMs: crowdDelayMs };
    const undos = counted.map(({ counter, key }) => counter.add(key, nowMs));
    const takeBack = (): void => {
      for (const undo of undos) undo();
    };
    const succeed = (): void => {
      takeBack();
      this.#pairs.forget(pair.key);
    };
    return { ok: true, attempt: { end: this.#beginCheck(isKnownSource), succeed, takeBack } };
  }

  #beginCheck(isKnownSource: boolean): () => void {
    if (isKnownSource) return () => {};
    this.#strangers++;
    return () => {
      this.#strangers--;
    };
  }

  /** How much is remembered, which is bounded. */
  get size(): number {
    return this.#pairs.size + this.#sources.size + this.#emails.size;
  }
}

interface Tries {
  readonly count: number;
  readonly lastMs: number;
}

/** Counts tries by key. The keys are in the order of their last try, so that the first is the one to forget. */
class TryCounter {
  readonly #policy: Policy;
  readonly #tries = new Map<string, Tries>();

  constructor(policy: Policy) {
    this.#policy = policy;
  }

  get size(): number {
    return this.#tries.size;
  }

  /** How long until the next try is looked at. */
  delayMs(key: string, nowMs: number): number {
    const { freeTries, firstDelayMs, delayMaxMs } = this.#policy;
    const tries = this.#current(key, nowMs);
    if (tries === undefined || tries.count < freeTries) return 0;
    const delayMs = Math.min(firstDelayMs * 2 ** (tries.count - freeTries), delayMaxMs);
    // A clock that was set back must not make the delay longer than it is.
    return Math.min(tries.lastMs + delayMs - nowMs, delayMs);
  }

  /** Returns what takes the try back. */
  add(key: string, nowMs: number): () => void {
    const former = this.#current(key, nowMs);
    this.#write(key, { count: (former?.count ?? 0) + 1, lastMs: nowMs });
    return () => {
      const now = this.#tries.get(key);
      if (now === undefined) return;
      if (now.count <= 1) this.#tries.delete(key);
      else this.#tries.set(key, { count: now.count - 1, lastMs: lastOf(now, former, nowMs) });
    };
  }

  forget(key: string): void {
    this.#tries.delete(key);
  }

  #current(key: string, nowMs: number): Tries | undefined {
    const tries = this.#tries.get(key);
    return tries !== undefined && nowMs - tries.lastMs < this.#policy.forgetAfterMs ? tries : undefined;
  }

  #write(key: string, tries: Tries): void {
    this.#tries.delete(key);
    this.#tries.set(key, tries);
    if (this.#tries.size <= throttleEntriesMax) return;
    const [oldest] = this.#tries.keys();
    this.#tries.delete(oldest!);
  }
}

/** When the last try was, without one that began at `nowMs`; another that came later still counts. */
function lastOf(now: Tries, former: Tries | undefined, nowMs: number): number {
  return former !== undefined && now.lastMs === nowMs ? former.lastMs : now.lastMs;
}
