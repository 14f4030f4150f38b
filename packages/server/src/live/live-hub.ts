import type { LiveEventKind } from "@weir/protocol/manage/live-events";
import type { LiveEvent } from "./live-event.ts";
import { liveEventToJson } from "./live-event-json.ts";
import { LiveListener } from "./live-listener.ts";
import { type RecentEvent, RecentEvents } from "./recent-events.ts";

/** What a listener wants to see of its account; empty sets stand for everything. */
export interface LiveFilter {
  readonly accountId: number;
  readonly devices: ReadonlySet<string>;
  readonly sensors: ReadonlySet<string>;
  readonly kinds: ReadonlySet<LiveEventKind>;
  /** The id of the last event it has seen, where it was cut off. */
  readonly afterId: number | null;
}

export interface LiveHubOptions {
  /** The accounts that are watched have changed. */
  readonly onWatch: (accountIds: readonly number[]) => void;
  readonly gatherMs?: number;
}

/**
 * What happens within this time of the last sending is sent together: for fifty listeners a write each is dear, and nobody
 * sees the difference.
 */
const defaultGatherMs = 200;
const gatheredMax = 5000;

const keepAliveMs = 15_000;
/** How long an account's events are kept when its last listener has gone, for it may only be reconnecting. */
const lingerMs = 60_000;
const listenersMax = 1000;

/**
 * Passes events on to open pages as server-sent events. Ids count up, so a page that comes back says what it has seen
 * last and gets what came since; where that is no longer known it is told to look anew (`reset`).
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #accounts = new Map<number, WatchedAccount>();
  readonly #keepAlive: Timer;
  readonly #gathered: LiveEvent[] = [];
  #sending: Timer | null = null;
  #sentMs = Number.NEGATIVE_INFINITY;
  #listeners = 0;
  /** Starts at the time in milliseconds: ids of a server that was restarted are above those of the one before. */
  #lastId = Date.now() * 1000;

  constructor(options: LiveHubOptions) {
    this.#options = options;
    this.#keepAlive = setInterval(() => this.#everyone((listener) => listener.send(comment)), keepAliveMs);
  }

  get listeners(): number {
    return this.#listeners;
  }

  /** Null when there are too many already. */
  subscribe(filter: LiveFilter): LiveListener | null {
    if (this.#listeners >= listenersMax) return null;
    this.#send();
    const account = this.#watch(filter.accountId);
    const listener = new LiveListener(() => this.#left(account, listener));
    this.#listeners++;
    account.listeners.set(listener, filter);
    // Before anything happens: a page that is cut off until then knows from where on it missed something.
    if (filter.afterId === null) listener.send(Buffer.from(`id: ${this.#lastId}\n\n`));
    else this.#catchUp(account, listener, filter, filter.afterId);
    return listener;
  }

  publish(events: readonly LiveEvent[]): void {
    for (const event of events) if (this.isWatched(event.accountId)) this.#gathered.push(event);
    if (this.#gathered.length === 0) return;
    const { gatherMs = defaultGatherMs } = this.#options;
    const waitMs = this.#sentMs + gatherMs - performance.now();
    if (waitMs <= 0 || this.#gathered.length >= gatheredMax) this.#send();
    else this.#sending ??= setTimeout(() => this.#send(), waitMs);
  }

  isWatched(accountId: number): boolean {
    return this.#accounts.has(accountId);
  }

  stop(): void {
    clearInterval(this.#keepAlive);
    clearTimeout(this.#sending ?? undefined);
    this.#everyone((listener) => listener.end());
    for (const { leaving } of this.#accounts.values()) clearTimeout(leaving);
  }

  /** Each listener gets all of it in one piece, and all that want everything get the same one. */
  #send(): void {
    clearTimeout(this.#sending ?? undefined);
    this.#sending = null;
    if (this.#gathered.length === 0) return;
    this.#sentMs = performance.now();
    for (const [accountId, events] of Map.groupBy(this.#gathered.splice(0), (event) => event.accountId)) {
      const account = this.#accounts.get(accountId);
      if (account === undefined) continue;
      const news = events.map((event) => {
        const id = ++this.#lastId;
        return { id, event, bytes: render(id, event) };
      });
      account.recent.add(news);
      const all = joined(news);
      for (const [listener, filter] of account.listeners) {
        const wanted = news.filter(({ event }) => isWanted(event, filter));
        if (wanted.length > 0) listener.send(wanted.length === news.length ? all : joined(wanted));
      }
    }
  }

  #watch(accountId: number): WatchedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) {
      clearTimeout(known.leaving);
      return known;
    }
    const recent = new RecentEvents(this.#lastId);
    const account: WatchedAccount = { id: accountId, recent, listeners: new Map() };
    this.#accounts.set(accountId, account);
    this.#options.onWatch([...this.#accounts.keys()]);
    return account;
  }

  #left(account: WatchedAccount, listener: LiveListener): void {
    this.#listeners--;
    account.listeners.delete(listener);
    if (account.listeners.size > 0) return;
    account.leaving = setTimeout(() => {
      this.#accounts.delete(account.id);
      this.#options.onWatch([...this.#accounts.keys()]);
    }, lingerMs);
  }

  #catchUp({ recent }: WatchedAccount, listener: LiveListener, filter: LiveFilter, afterId: number): void {
    listener.send(comment);
    // An id from the future is one of a server whose clock was set back since.
    if (afterId < recent.forgottenId || afterId > this.#lastId) {
      listener.send(Buffer.from(`id: ${recent.forgottenId}\nevent: reset\ndata: {}\n\n`));
    }
    const missed = recent.after(afterId).filter(({ event }) => isWanted(event, filter));
    if (missed.length > 0) listener.send(joined(missed));
  }

  #everyone(act: (listener: LiveListener) => void): void {
    for (const { listeners } of this.#accounts.values())
      for (const listener of [...listeners.keys()]) act(listener);
  }
}

interface WatchedAccount {
  readonly id: number;
  readonly recent: RecentEvents;
  readonly listeners: Map<LiveListener, LiveFilter>;
  leaving?: Timer;
}

const comment = Buffer.from(":\n\n");

function isWanted(event: LiveEvent, { devices, sensors, kinds }: LiveFilter): boolean {
  if (kinds.size > 0 && !kinds.has(event.kind)) return false;
  if (event.kind === "chain") return devices.size === 0 && sensors.size === 0;
  if (devices.size > 0 && !devices.has(event.device)) return false;
  return sensors.size === 0 || !("sensor" in event) || sensors.has(event.sensor);
}

function render(id: number, event: LiveEvent): Uint8Array {
  return Buffer.from(`id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(liveEventToJson(event))}\n\n`);
}

function joined(events: readonly RecentEvent[]): Uint8Array {
  return Buffer.concat(events.map(({ bytes }) => bytes));
}
