/** How long a connection may take. */
export interface ConnectionTimes {
  /** Maximum silence. */
  readonly idleMs: number;
  /** Maximum time to send one request, so that nobody holds a connection with a trickle of bytes; also to read one answer. */
  readonly requestMs: number;
  /** While bodies need room, one of them must arrive at a bearable rate after this time. */
  readonly trickleMs: number;
  /** Maximum time to close the connection after the last answer. */
  readonly lingerMs: number;
}

/** Measures how long a client has been silent, and how long it has been sending one request or not reading one answer. */
export class Patience {
  /** When the current request, the unread answer, or the lingering began; otherwise 0. */
  #begunMs = 0;
  #lastHeardMs = performance.now();

  heard(): void {
    this.#lastHeardMs = performance.now();
  }

  /** Starts the time of something that must end. If it is running already, it continues. */
  begin(): void {
    if (this.#begunMs === 0) this.#begunMs = performance.now();
  }

  beginAnew(): void {
    this.#begunMs = performance.now();
  }

  end(): void {
    this.#begunMs = 0;
  }

  get begunMs(): number {
    return this.#begunMs;
  }

  get hasBegun(): boolean {
    return this.#begunMs !== 0;
  }

  /** Returns for how long the current request has been arriving beyond the time in which nobody asks. */
  lateMs(nowMs: number, { trickleMs }: ConnectionTimes): number {
    return this.#begunMs === 0 ? 0 : nowMs - this.#begunMs - trickleMs;
  }

  isExhausted(
    nowMs: number,
    { idleMs, requestMs, lingerMs }: ConnectionTimes,
    isLingering: boolean,
  ): boolean {
    const takenMs = this.#begunMs === 0 ? 0 : nowMs - this.#begunMs;
    if (isLingering) return takenMs > lingerMs;
    return nowMs - this.#lastHeardMs > idleMs || takenMs > requestMs;
  }
}
