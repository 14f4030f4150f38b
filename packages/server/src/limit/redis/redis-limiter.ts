import type { RedisLink } from "../../platform/redis/redis-link.ts";
import type { Budget, Limiter, LimitOptions } from "../limiter.ts";
import { clockOfRedis, giveBackScript, reserveScript } from "./limit-scripts.ts";

/**
 * A node reserves this part of the calls that are left in a window, or one call. A limit of 1,000 therefore costs one
 * question for every 15 calls at first. A node that gets no more requests holds back at most a 64th of what was left
 * from the others.
 */
const sharePart = 64;

interface RedisLimiterOptions extends LimitOptions {
  readonly link: RedisLink;
  /** The prefix of this limit's windows in Redis. */
  readonly name: string;
  /** Limits calls while Redis is away. */
  readonly local: Limiter;
  /**
   * The clock by which windows begin and end. The clock of Redis is the same for all nodes, however wrong theirs are.
   * Tests can use the caller's clock.
   */
  readonly clock?: "redis" | "caller";
}

/** A key's window as this node knows it. */
interface Window {
  /** The end by the clock of Redis. */
  readonly endMs: number;
  /** The end by the clock of this node. */
  readonly resetMs: number;
  /** Calls that all nodes together have reserved. */
  taken: number;
  /** Reserved calls that this node may still let pass. */
  share: number;
  isUsedUp: boolean;
}

/** Calls of a key that wait for the same answer. */
interface Waiting {
  readonly nowMs: number;
  readonly waiters: ((budget: Budget) => void)[];
}

/**
 * Shares windows between nodes through Redis. A node reserves calls there and lets them pass from memory. A call waits
 * for Redis only when the node has none left. Nodes never reserve more than the limit together, so no more calls pass.
 * Limits below `2 * sharePart` are reserved one by one, so exactly as many calls pass.
 */
export class RedisLimiter implements Limiter {
  readonly #options: RedisLimiterOptions;
  readonly #windows = new Map<string, Window>();
  readonly #waiting = new Map<string, Waiting>();

  constructor(options: RedisLimiterOptions) {
    this.#options = options;
  }

  take(key: string, nowMs: number): Budget | Promise<Budget> {
    return this.takeNow(key, nowMs) ?? new Promise((resolve) => this.#wait(key, nowMs, resolve));
  }

  takeNow(key: string, nowMs: number): Budget | null {
    const { link, local } = this.#options;
    if (link.isAway) return local.takeNow(key, nowMs);
    // Waiting calls come first.
    if (this.#waiting.has(key)) return null;
    const window = this.#windowOf(key, nowMs);
    if (window === null) return null;
    if (window.share > 0) return this.#pass(window);
    // With small limits, any node may give calls back.
    return window.isUsedUp && this.#options.limit >= 2 * sharePart ? this.#refuse(window) : null;
  }

  peek(key: string, nowMs: number): Budget {
    const { link, local, limit, windowMs } = this.#options;
    if (link.isAway) return local.peek(key, nowMs);
    const window = this.#windowOf(key, nowMs);
    if (window === null) return { ok: true, limit, remaining: limit, resetMs: nowMs + windowMs };
    const remaining = this.#remaining(window);
    return { ok: remaining > 0, limit, remaining, resetMs: window.resetMs };
  }

  giveBack(key: string, taken: Budget): void {
    const { link, local } = this.#options;
    if (link.isAway) {
      local.giveBack(key, taken);
      return;
    }
    const window = this.#windows.get(key);
    if (window === undefined || window.resetMs !== taken.resetMs) return;
    window.taken = Math.max(window.share, window.taken - 1);
    void link.run(giveBackScript, [this.#redisKey(key)], [String(window.endMs)]);
  }

  #pass(window: Window): Budget {
    window.share--;
    const { limit } = this.#options;
    return { ok: true, limit, remaining: this.#remaining(window), resetMs: window.resetMs };
  }

  #refuse({ resetMs }: Window): Budget {
    return { ok: false, limit: this.#options.limit, remaining: 0, resetMs };
  }

  #remaining({ taken, share }: Window): number {
    return Math.max(0, this.#options.limit - taken + share);
  }

  /** The open window of a key; null if this node knows of none. */
  #windowOf(key: string, nowMs: number): Window | null {
    const window = this.#windows.get(key);
    if (window === undefined) return null;
    const { resetMs } = window;
    // Without this check, a clock that was set back by more than a window would keep the window open for that long.
    return nowMs < resetMs && nowMs > resetMs - 2 * this.#options.windowMs ? window : null;
  }

  /** Calls of a key within one turn of the event loop share one question. */
  #wait(key: string, nowMs: number, resolve: (budget: Budget) => void): void {
    const waiting = this.#waiting.get(key);
    if (waiting !== undefined) {
      waiting.waiters.push(resolve);
      return;
    }
    const first = { nowMs, waiters: [resolve] };
    this.#waiting.set(key, first);
    setImmediate(() => void this.#ask(key, first));
  }

  async #ask(key: string, { nowMs, waiters }: Waiting): Promise<void> {
    const wanted = waiters.length;
    const window = await this.#reserve(key, nowMs, wanted);
    const answered = waiters.splice(0, wanted);
    for (const resolve of answered) {
      if (window === null) resolve(await this.#options.local.take(key, nowMs));
      else resolve(window.share > 0 ? this.#pass(window) : this.#refuse(window));
    }
    if (waiters.length > 0) await this.#ask(key, { nowMs, waiters });
    else this.#waiting.delete(key);
  }

  /** Null if Redis does not answer. */
  async #reserve(key: string, nowMs: number, wanted: number): Promise<Window | null> {
    const { link, windowMs, limit, clock = "redis" } = this.#options;
    const time = clock === "redis" ? clockOfRedis : String(nowMs);
    const args = [time, String(windowMs), String(limit), String(wanted), String(sharePart)];
    const answer = await link.run(reserveScript, [this.#redisKey(key)], args);
    if (!Array.isArray(answer)) return null;
    const [reserved = 0, taken = 0, endMs = 0, redisMs = 0] = answer.map(Number);
    const known = this.#windows.get(key);
    const isSame = known !== undefined && known.endMs === endMs;
    // The same end as before, so that answers of one window agree to the millisecond.
    const resetMs = isSame ? known.resetMs : nowMs + endMs - redisMs;
    const window = {
      endMs,
      resetMs,
      taken,
      isUsedUp: reserved < wanted,
      share: reserved + (isSame ? known.share : 0),
    };
    this.#keep(key, window);
    return window;
  }

  #keep(key: string, window: Window): void {
    this.#windows.delete(key);
    // Forgets the oldest window here, but not in Redis.
    if (this.#windows.size >= this.#options.keysMax) this.#windows.delete(this.#windows.keys().next().value!);
    this.#windows.set(key, window);
  }

  #redisKey(key: string): string {
    return `${this.#options.name}:${key}`;
  }
}
