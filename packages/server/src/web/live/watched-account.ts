import { LingeringNeed } from "./lingering-need.ts";
import type { LiveFilter } from "./live-filter.ts";
import type { LiveHolder } from "./live-holder.ts";
import type { LiveListener } from "./live-listener.ts";
import { RecentEvents } from "./recent-events.ts";

interface Subscriber {
  readonly filter: LiveFilter;
  readonly holder: LiveHolder;
  /** The same for all listeners who get the same events. */
  readonly wish: string;
}

interface WatchedAccountOptions {
  /** The id of the last event of any account. */
  readonly lastId: () => number;
  /** Called when one of the needs has begun or ended. */
  readonly onChange: () => void;
  /** Called before that when nobody needs the account any more. */
  readonly onEnd: () => void;
}

/** An account with listeners, or whose listeners left a short time ago. */
export class WatchedAccount {
  readonly id: number;
  readonly recent: RecentEvents;
  readonly listeners = new Map<LiveListener, Subscriber>();
  readonly presence: LingeringNeed;
  /** The need for requests of devices, which cost more than all other events and are shown on few pages. */
  readonly requests: LingeringNeed;
  #requestsSinceId = 0;

  constructor(id: number, { lastId, onChange, onEnd }: WatchedAccountOptions) {
    this.id = id;
    this.recent = new RecentEvents(lastId());
    this.presence = new LingeringNeed(() => {
      if (!this.presence.isNeeded) {
        this.stop();
        onEnd();
      }
      onChange();
    });
    this.requests = new LingeringNeed(() => {
      if (this.requests.isNeeded) this.#requestsSinceId = lastId();
      onChange();
    });
  }

  /** Requests of devices up to this id were not sent to the hub. */
  get requestsSinceId(): number {
    return this.#requestsSinceId;
  }

  stop(): void {
    this.presence.stop();
    this.requests.stop();
  }
}
