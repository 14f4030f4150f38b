import type { Budget, RateLimiter } from "./rate-limiter.ts";

const windowMs = 60_000;

interface Window {
  readonly startMs: number;
  taken: number;
}

/**
 * Fixed windows of 60 s from a source's first request, in process. Windows stand in the map in the order they began,
 * so the ended ones are at its front; past the limit of sources the oldest is forgotten, which errs for the source.
 */
export class FixedWindowLimiter implements RateLimiter {
  readonly #limit: number;
  readonly #sourcesMax: number;
  readonly #windows = new Map<string, Window>();

  constructor(limit: number, sourcesMax: number) {
    this.#limit = limit;
    this.#sourcesMax = sourcesMax;
  }

  get sources(): number {
    return this.#windows.size;
  }

  take(key: string, nowMs: number): Budget {
    let window = this.#windows.get(key);
    if (window === undefined || nowMs - window.startMs >= windowMs) window = this.#begin(key, nowMs);
    const ok = window.taken < this.#limit;
    if (ok) window.taken++;
    const remaining = this.#limit - window.taken;
    return { ok, limit: this.#limit, remaining, resetMs: window.startMs + windowMs };
  }

  peek(key: string, nowMs: number): Budget {
    const window = this.#windows.get(key);
    const isOpen = window !== undefined && nowMs - window.startMs < windowMs;
    const remaining = isOpen ? this.#limit - window.taken : this.#limit;
    const resetMs = (isOpen ? window.startMs : nowMs) + windowMs;
    return { ok: remaining > 0, limit: this.#limit, remaining, resetMs };
  }

  #begin(key: string, nowMs: number): Window {
    this.#windows.delete(key);
    for (const [oldest, window] of this.#windows) {
      if (nowMs - window.startMs < windowMs && this.#windows.size < this.#sourcesMax) break;
      this.#windows.delete(oldest);
    }
    const window = { startMs: nowMs, taken: 0 };
    this.#windows.set(key, window);
    return window;
  }
}
