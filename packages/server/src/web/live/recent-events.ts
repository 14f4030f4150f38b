import type { LiveEvent } from "./live-event.ts";

export interface RecentEvent {
  readonly id: number;
  readonly event: LiveEvent;
  /** The event as it was sent. */
  readonly bytes: Uint8Array;
}

const keptEvents = 1000;
const keptBytesMax = 4 * 1024 * 1024;

/** The newest events of one account, for listeners that reconnect. */
export class RecentEvents {
  #events: RecentEvent[] = [];
  #bytes = 0;
  #forgottenId: number;

  /** `sinceId`: the last id before the account was watched. */
  constructor(sinceId: number) {
    this.#forgottenId = sinceId;
  }

  /** Events up to this id are no longer known. */
  get forgottenId(): number {
    return this.#forgottenId;
  }

  add(news: readonly RecentEvent[]): void {
    this.#events.push(...news);
    for (const { bytes } of news) this.#bytes += bytes.length;
    let forgotten = 0;
    while (this.#events.length - forgotten > keptEvents || this.#bytes > keptBytesMax) {
      const { id, bytes } = this.#events[forgotten]!;
      this.#forgottenId = id;
      this.#bytes -= bytes.length;
      forgotten++;
    }
    if (forgotten > 0) this.#events = this.#events.slice(forgotten);
  }

  /** Forgets everything up to this id, which is newer than all events. */
  forgetUntil(id: number): void {
    this.#events = [];
    this.#bytes = 0;
    this.#forgottenId = id;
  }

  after(id: number): RecentEvent[] {
    return this.#events.filter((kept) => kept.id > id);
  }
}
