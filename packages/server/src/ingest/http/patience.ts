/** How long a connection may take for what. */
export interface ConnectionTimes {
  /** To say anything at all. */
  readonly idleMs: number;
  /** To send one request, so that nobody holds a connection with a trickle; also to read one answer. */
  readonly requestMs: number;
  /** To hang up once the last answer is sent. */
  readonly lingerMs: number;
}

/** How long a client has been silent, and how long it has been sending one request or not reading one answer. */
export class Patience {
  /** When the request that is being received, the answer that is not being read, or the lingering began; else 0. */
  #begunMs = 0;
  #lastHeardMs = performance.now();

  heard(): void {
    this.#lastHeardMs = performance.now();
  }

  /** Something began that may not take for ever; goes on with what has begun already. */
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
