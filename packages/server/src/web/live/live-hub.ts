import { fail, type Result, succeed } from "@weir/protocol/result";
import type { LiveEvent } from "./live-event.ts";
import { liveEventToJson } from "./live-event-json.ts";
import { isWanted, type LiveFilter, wantsRequests, wishOf } from "./live-filter.ts";
import type { LiveHolder } from "./live-holder.ts";
import { LiveListener } from "./live-listener.ts";
import { type LiveLimit, type LiveLimits, LiveQuota } from "./live-quota.ts";
import type { RecentEvent } from "./recent-events.ts";
import { WatchedAccount } from "./watched-account.ts";

/** The accounts that open pages show. */
export interface Watched {
  readonly accountIds: readonly number[];
  /** Those of them whose pages also show requests of devices. */
  readonly withRequests: readonly number[];
}

/** A limit of streams that was reached. */
export interface StreamLimit {
  readonly limit: LiveLimit;
  readonly max: number;
}

interface LiveHubOptions {
  /** Called when the watched accounts have changed. Resolves when the events of all these accounts are sent to the hub. */
  readonly onWatch: (watched: Watched) => Promise<void>;
  readonly limits: LiveLimits;
  readonly gatherMs?: number;
  readonly recheckEveryMs?: number;
}

/**
 * Events within this time of the last write are sent together. A write costs about the same for each listener whatever
 * it contains, so with many listeners there are fewer writes.
 */
const gatherMinMs = 200;
const gatherMaxMs = 1000;
const gatherMsPerListener = 10;
const gatheredMax = 5000;

const keepAliveMs = 15_000;
/** Revocations are announced. This interval finds changes in the file that were not announced. */
const defaultRecheckEveryMs = 60_000;
/** Listeners that are checked before other work gets its turn. */
const checkedPerTurn = 25;
const timerMsMax = 2 ** 31 - 1;

/**
 * Sends events to open pages as server-sent events. Ids grow, so a page that reconnects names the last one it got and
 * receives what came since. If that is no longer known, the page is told to reload (`reset`). So is a page that comes
 * from another manage process, because each numbers events on its own. A stream ends when its listener loses access: at
 * once if the change is announced (`recheck`) or the access expires, otherwise within a minute.
 */
export class LiveHub {
  readonly #options: LiveHubOptions;
  readonly #accounts = new Map<number, WatchedAccount>();
  readonly #keepAlive: Timer;
  readonly #rechecking: Timer;
  readonly #quota: LiveQuota;
  readonly #gathered: LiveEvent[] = [];
  #sending: Timer | null = null;
  #sentMs = Number.NEGATIVE_INFINITY;
  /** Begins the ids of this process, so that ids of other processes, and from before a restart, are recognised. */
  readonly #prefix = `${crypto.randomUUID().slice(0, 8)}-`;
  #lastId = 0;
  #watched: Watched = { accountIds: [], withRequests: [] };
  #watching: Promise<void> = Promise.resolve();

  constructor(options: LiveHubOptions) {
    this.#options = options;
    this.#keepAlive = setInterval(() => this.#everyone((listener) => listener.send(comment)), keepAliveMs);
    this.#quota = new LiveQuota(options.limits);
    const { recheckEveryMs = defaultRecheckEveryMs } = options;
    this.#rechecking = setInterval(() => void this.recheck(), recheckEveryMs);
  }

  /** How many streams of an account are open. */
  streamsOf(accountId: number): number {
    return this.#quota.ofAccount(accountId);
  }

  /** The accounts with at least this many open streams. */
  accountsAbove(streams: number): number[] {
    return this.#quota.accountsAbove(streams);
  }

  get listeners(): number {
    return this.#quota.total;
  }

  /**
   * Called before `subscribe`. Resolves when the hub gets the events of this account. A page that loads its data after its
   * stream was opened then misses nothing.
   */
  async watch(accountId: number, kinds: LiveFilter["kinds"]): Promise<void> {
    const account = this.#account(accountId);
    if (wantsRequests(kinds)) account.requests.expect();
    account.presence.expect();
    await this.#watching;
  }

  subscribe(filter: LiveFilter, holder: LiveHolder): Result<LiveListener, StreamLimit> {
    const counted = { accountId: filter.accountId, tenantId: holder.tenantId, holder: holder.name };
    const limit = this.#quota.take(counted);
    if (limit !== null) return fail({ limit, max: this.#options.limits[limit] });
    this.#send();
    const account = this.#account(filter.accountId);
    const needs = [...(wantsRequests(filter.kinds) ? [account.requests] : []), account.presence];
    for (const need of needs) need.hold();
    const expiring =
      holder.expiresInMs === null
        ? undefined
        : setTimeout(() => listener.end(), Math.min(Math.max(holder.expiresInMs, 0), timerMsMax));
    const listener = new LiveListener(() => {
      clearTimeout(expiring);
      this.#quota.release(counted);
      account.listeners.delete(listener);
      for (const need of needs) need.release();
    });
    account.listeners.set(listener, { filter, holder, wish: wishOf(filter) });
    // Sent before any event, so that a page that is cut off until then knows from where on it missed something.
    if (filter.afterId === null) listener.send(Buffer.from(`id: ${this.#prefix}${this.#lastId}\n\n`));
    else this.#catchUp(account, listener, filter, filter.afterId);
    // Access may have been removed since the request was accepted, when this listener could not be found yet.
    void endUnlessAllowed(listener, holder);
    return succeed(listener);
  }

  /** Ends the streams of callers who may no longer listen. They have ended when this resolves. */
  async recheck(): Promise<void> {
    const open = [...this.#accounts.values()].flatMap(({ listeners }) => [...listeners]);
    for (let from = 0; from < open.length; from += checkedPerTurn) {
      if (from > 0) await new Promise(setImmediate);
      const turn = open.slice(from, from + checkedPerTurn);
      await Promise.all(turn.map(([listener, { holder }]) => endUnlessAllowed(listener, holder)));
    }
  }

  publish(events: readonly LiveEvent[]): void {
    for (const event of events) if (this.isWatched(event.accountId)) this.#gathered.push(event);
    if (this.#gathered.length === 0) return;
    const waitMs = this.#sentMs + this.#gatherMs - performance.now();
    if (waitMs <= 0 || this.#gathered.length >= gatheredMax) this.#send();
    else this.#sending ??= setTimeout(() => this.#send(), waitMs);
  }

  /** Tells every listener to reload, because this process may have missed an event. */
  reset(): void {
    this.#send();
    const id = ++this.#lastId;
    for (const { recent } of this.#accounts.values()) recent.forgetUntil(id);
    this.#everyone((listener) => listener.send(this.#lookAnew(id)));
  }

  isWatched(accountId: number): boolean {
    return this.#accounts.has(accountId);
  }

  stop(): void {
    clearInterval(this.#keepAlive);
    clearInterval(this.#rechecking);
    clearTimeout(this.#sending ?? undefined);
    this.#everyone((listener) => listener.end());
    for (const account of this.#accounts.values()) account.stop();
  }

  get #gatherMs(): number {
    const byListeners = this.listeners * gatherMsPerListener;
    return this.#options.gatherMs ?? Math.min(Math.max(byListeners, gatherMinMs), gatherMaxMs);
  }

  /** Each listener gets all events in one piece, and all that want the same events share the same piece. */
  #send(): void {
    clearTimeout(this.#sending ?? undefined);
    this.#sending = null;
    if (this.#gathered.length === 0) return;
    this.#sentMs = performance.now();
    for (const [accountId, events] of Map.groupBy(this.#gathered.splice(0), (event) => event.accountId)) {
      const account = this.#accounts.get(accountId);
      if (account === undefined) continue;
      const news = withoutOutdated(events).map((event) => {
        const id = ++this.#lastId;
        return { id, event, bytes: this.#render(id, event) };
      });
      account.recent.add(news);
      const pieces = new Map<string, Uint8Array>();
      for (const [listener, { filter, wish }] of account.listeners) {
        let piece = pieces.get(wish);
        if (piece === undefined) {
          piece = this.#join(
            news.filter(({ event }) => isWanted(event, filter)),
            filter,
          );
          pieces.set(wish, piece);
        }
        if (piece.length > 0) listener.send(piece);
      }
    }
  }

  #account(accountId: number): WatchedAccount {
    const known = this.#accounts.get(accountId);
    if (known !== undefined) return known;
    const account = new WatchedAccount(accountId, {
      lastId: () => this.#lastId,
      onChange: () => this.#tellWatched(),
      onEnd: () => this.#accounts.delete(accountId),
    });
    this.#accounts.set(accountId, account);
    return account;
  }

  #tellWatched(): void {
    const all = [...this.#accounts.values()];
    const watched: Watched = {
      accountIds: all.map(({ id }) => id),
      withRequests: all.filter(({ requests }) => requests.isNeeded).map(({ id }) => id),
    };
    // Both needs of an account often change together.
    if (Bun.deepEquals(watched, this.#watched)) return;
    this.#watched = watched;
    this.#watching = this.#options.onWatch(watched);
  }

  #catchUp(account: WatchedAccount, listener: LiveListener, filter: LiveFilter, lastSeen: string): void {
    const { recent, requestsSinceId } = account;
    listener.send(comment);
    const afterId = lastSeen.startsWith(this.#prefix)
      ? Number(lastSeen.slice(this.#prefix.length))
      : Number.NaN;
    if (!(afterId <= this.#lastId)) {
      listener.send(this.#lookAnew(this.#lastId));
      return;
    }
    const hadRequests = filter.wasCutOff && wantsRequests(filter.kinds);
    const forgottenId = Math.max(recent.forgottenId, hadRequests ? requestsSinceId : 0);
    if (afterId < forgottenId) listener.send(this.#lookAnew(forgottenId));
    const missed = recent.after(afterId).filter(({ event }) => isWanted(event, filter));
    if (missed.length > 0) listener.send(this.#join(missed, filter));
  }

  /** Everything after this id is known. */
  #lookAnew(id: number): Uint8Array {
    return Buffer.from(`id: ${this.#prefix}${id}\nevent: reset\ndata: {}\n\n`);
  }

  #render(id: number, event: LiveEvent, mayReadValues = true): Uint8Array {
    const data = JSON.stringify(liveEventToJson(event, { mayReadValues }));
    return Buffer.from(`id: ${this.#prefix}${id}\nevent: ${event.kind}\ndata: ${data}\n\n`);
  }

  /** Events are kept in the form for listeners who may see everything. For others they are rendered again. */
  #join(events: readonly RecentEvent[], { mayReadValues }: Pick<LiveFilter, "mayReadValues">): Uint8Array {
    return Buffer.concat(
      events.map(({ id, event, bytes }) => (mayReadValues ? bytes : this.#render(id, event, false))),
    );
  }

  #everyone(act: (listener: LiveListener) => void): void {
    for (const { listeners } of this.#accounts.values())
      for (const listener of [...listeners.keys()]) act(listener);
  }
}

const comment = Buffer.from(":\n\n");

/** If the check fails, the stream ends, too. A listener that still has access reconnects by itself. */
async function endUnlessAllowed(listener: LiveListener, holder: LiveHolder): Promise<void> {
  const isAllowed = await holder.isStillAllowed().catch(() => false);
  if (!isAllowed) listener.end();
}

/** Leaves out values that were followed by a newer one of the same sensor. */
function withoutOutdated(events: readonly LiveEvent[]): LiveEvent[] {
  const newest = new Map<string, LiveEvent>();
  for (const event of events) if (event.kind === "value") newest.set(event.sensor, event);
  return events.filter((event) => event.kind !== "value" || newest.get(event.sensor) === event);
}
