import { formatMicros } from "../platform/instant.ts";
import type { LiveEvent } from "./live-event.ts";
import { LiveListener } from "./live-listener.ts";

/** What a listener wants to see of its account; empty sets stand for everything. */
export interface LiveFilter {
  readonly accountId: number;
  readonly devices: ReadonlySet<string>;
  readonly sensors: ReadonlySet<string>;
  /** The id of the last event it has seen, where it was cut off. */
  readonly afterId: number | null;
}

export interface LiveHubOptions {
  /** The accounts that are watched have changed. */
  readonly onWatch: (accountIds: readonly number[]) => void;
}

/** Events kept of each watched account, for listeners that come back after a break. */
const keptEvents = 1000;
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
  subscribe(filter: LiveFilter): AsyncIterable<Uint8Array> | null {
    if (this.#listeners >= listenersMax) return null;
    const account = this.#watch(filter.accountId);
    const listener = new LiveListener(() => this.#left(account, listener));
    this.#listeners++;
    account.listeners.set(listener, filter);
    listener.send(comment);
    this.#catchUp(account, listener, filter);
    return listener;
  }

  publish(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const account = this.#accounts.get(event.accountId);
      if (account === undefined) continue;
      const kept = { id: ++this.#lastId, event, bytes: render(this.#lastId, event) };
      account.events.push(kept);
      if (account.events.length > keptEvents) account.events.shift();
      for (const [listener, filter] of account.listeners)
        if (isWanted(event, filter)) listener.send(kept.bytes);
    }
  }

  isWatched(accountId: number): boolean {
    return this.#accounts.has(accountId);
  }

  stop(): void {
    clearInterval(this.#keepAlive);
    this.#everyone((listener) => listener.end());
    for (const { leaving } of this.#accounts.values()) clearTimeout(leaving);
  }

  #watch(accountId: number): WatchedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) {
      clearTimeout(known.leaving);
      return known;
    }
    const account: WatchedAccount = { id: accountId, since: this.#lastId, events: [], listeners: new Map() };
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

  #catchUp(account: WatchedAccount, listener: LiveListener, filter: LiveFilter): void {
    const { afterId } = filter;
    if (afterId === null) return;
    const oldest = account.events[0]?.id ?? account.since;
    if (afterId < oldest - 1 && afterId < account.since) listener.send(reset);
    for (const { id, event, bytes } of account.events)
      if (id > afterId && isWanted(event, filter)) listener.send(bytes);
  }

  #everyone(act: (listener: LiveListener) => void): void {
    for (const { listeners } of this.#accounts.values())
      for (const listener of [...listeners.keys()]) act(listener);
  }
}

interface WatchedAccount {
  readonly id: number;
  /** The last id before it was watched: what came until then is not known. */
  readonly since: number;
  readonly events: { readonly id: number; readonly event: LiveEvent; readonly bytes: Uint8Array }[];
  readonly listeners: Map<LiveListener, LiveFilter>;
  leaving?: Timer;
}

const comment = Buffer.from(":\n\n");
const reset = Buffer.from("event: reset\ndata: {}\n\n");

function isWanted(event: LiveEvent, { devices, sensors }: LiveFilter): boolean {
  if (devices.size > 0 && !devices.has(event.device)) return false;
  return sensors.size === 0 || !("sensor" in event) || sensors.has(event.sensor);
}

function render(id: number, event: LiveEvent): Uint8Array {
  return Buffer.from(`id: ${id}\nevent: ${event.kind}\ndata: ${JSON.stringify(toJson(event))}\n\n`);
}

function toJson(event: LiveEvent): object {
  switch (event.kind) {
    case "value": {
      const { device, sensor, slug, atUs, value } = event;
      return { device, sensor, slug, at: formatMicros(atUs), value };
    }
    case "alarm": {
      const { device, sensor, name, change, severity, message, atUs, value } = event;
      return { device, sensor, name, change, severity, message, at: formatMicros(atUs), value };
    }
    case "device":
      return { device: event.device, last_connected: formatMicros(event.lastConnectedMs * 1000) };
  }
}
