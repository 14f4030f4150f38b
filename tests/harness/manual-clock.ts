import type { Clock } from "../../packages/server/src/platform/clock.ts";

/** A clock that only moves when told to. */
export class ManualClock implements Clock {
  #nowMs: number;

  constructor(start: string) {
    this.#nowMs = Date.parse(start);
  }

  nowMs(): number {
    return this.#nowMs;
  }

  set(instant: string): void {
    this.#nowMs = Date.parse(instant);
  }

  advanceMs(ms: number): void {
    this.#nowMs += ms;
  }

  /** The instant `ms` from now, as a device would write it. */
  iso(ms = 0): string {
    return new Date(this.#nowMs + ms).toISOString();
  }

  /** The same instant as an HTTP Date header. */
  httpDate(ms = 0): string {
    return new Date(this.#nowMs + ms).toUTCString();
  }
}
