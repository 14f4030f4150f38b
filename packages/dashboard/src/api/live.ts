import { type LiveEvents, liveEventKinds } from "@weir/protocol/manage/live-events";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { urlOf, whyRefused } from "./client.ts";
import { heldRequests } from "./held-requests.ts";
import type { Problem } from "./problem.ts";
import { tryAgainLater } from "./try-again.ts";
import { allEvents, covers, queryOf, type WantedEvents, type Wish, wantedEvents } from "./wanted-events.ts";

const kinds = [...liveEventKinds, "reset"] as const;
type LiveKind = (typeof kinds)[number];
interface Listener extends Wish {
  readonly hear: (data: unknown) => void;
}

/**
 * `paused`: the server is up but refuses the stream for now, for example because too many pages are open. The page then
 * reloads its data every `refreshEveryMs` instead.
 */
export type LiveState =
  | { readonly is: "live" | "away" }
  | { readonly is: "paused"; readonly problem: Problem };

/** How often a page without a stream reloads everything on the screen. */
export const refreshEveryMs = 30_000;
/**
 * How long the stream stays open after its last listener left, and contains events that nobody listens to any more. The
 * next page usually listens again at once.
 */
const unheardMs = 2000;
/** A hidden tab keeps its stream for this long, so that a short look at another tab costs nothing. */
const unseenMs = 10_000;

/**
 * One stream of events for the whole page, open while anybody listens. The browser reconnects by itself and sends the
 * id of the last event it got. If too many events were missed, the server sends `reset` and listeners reload
 * everything. If the server refuses the stream for now, listeners get a `reset` at intervals until it accepts the page.
 *
 * A stream with much that nobody listens to is replaced by one without that, which continues after the last event.
 */
class LiveStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | null = null;
  /** Whether the stream has begun, so that events can be missed. */
  #hasBegun = false;
  #asked: WantedEvents = allEvents;
  #wanted: WantedEvents = wantedEvents([]);
  /** Whether the stream contains more than is wanted. */
  #hasSurplus = false;
  /** Null until the first event. */
  #lastId: string | null = null;
  #narrowing: ReturnType<typeof setTimeout> | null = null;
  /** How many listeners need the stream while the page is hidden. */
  #unseenNeeds = 0;
  #closing: ReturnType<typeof setTimeout> | null = null;
  /** Cancels the next attempt while the page waits for it. */
  #stopWaiting: (() => void) | null = null;
  /** Whether the stream was interrupted. Requests of the page may have failed then, too. */
  #wasCutOff = false;
  state: LiveState = { is: "away" };

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stay();
    this.#listenersChanged();
    if (!covers(this.#asked, this.#wanted)) this.#replace();
    return () => {
      this.#listeners.delete(listener);
      this.#listenersChanged();
      if (this.#listeners.size === 0) this.#closeIn(unheardMs);
    };
  }

  /**
   * Browsers allow six connections to a server for all of their tabs together, so hidden tabs must not hold one each.
   * When a tab becomes visible again, everything on the screen is reloaded.
   */
  restWhileUnseen(): void {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#restUnlessNeeded();
      else if (this.#listeners.size > 0) this.#stay();
    });
  }

  /** Keeps the stream open while the page is hidden, until the returned function is called. */
  stayWhileUnseen(): () => void {
    this.#unseenNeeds++;
    if (this.#listeners.size > 0) this.#stay();
    return () => {
      this.#unseenNeeds--;
      if (document.hidden) this.#restUnlessNeeded();
    };
  }

  #restUnlessNeeded(): void {
    if (this.#unseenNeeds === 0) this.#closeIn(unseenMs);
  }

  watch = (act: () => void): (() => void) => {
    this.#watchers.add(act);
    return () => this.#watchers.delete(act);
  };

  #stay(): void {
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = null;
    this.#open();
    if (document.hidden) this.#restUnlessNeeded();
  }

  #closeIn(ms: number): void {
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.#close(), ms);
  }

  /** Only tests need it, which show one page after another in the same process. */
  end(): void {
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = null;
    this.#close();
    this.#wasCutOff = false;
    this.#asked = allEvents;
  }

  #close(): void {
    this.#source?.close();
    this.#source = null;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#beginAnew();
    this.#show({ is: "away" });
  }

  /** The next stream tells listeners to reload everything, so it need not contain what they missed. */
  #beginAnew(): void {
    this.#wasCutOff = true;
    this.#lastId = null;
  }

  #open(): void {
    if (this.#source !== null || this.#stopWaiting !== null) return;
    const held = heldRequests();
    if (held !== null) {
      void held.then(() => this.#listeners.size > 0 && this.#open());
      return;
    }
    const source = new EventSource(urlOf("watchLive", this.#request));
    this.#source = source;
    this.#hasBegun = false;
    source.onopen = () => {
      this.#hasBegun = true;
      this.#show({ is: "live" });
      this.#makeUpForGap();
      this.#wasCutOff = false;
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        void this.#wait(source);
        return;
      }
      this.#wasCutOff = true;
      this.#show({ is: "away" });
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        const { data, lastEventId } = event as MessageEvent<string>;
        this.#lastId = lastEventId;
        this.#pass(kind, JSON.parse(data));
        this.#narrowSoon();
      });
    }
  }

  get #request() {
    const after = this.#lastId === null ? {} : { after: this.#lastId };
    return { query: { ...queryOf(this.#asked), ...after } };
  }

  #listenersChanged(): void {
    this.#wanted = wantedEvents(this.#listeners);
    this.#hasSurplus = !covers(this.#wanted, this.#asked);
  }

  /** Called with every event, of which there may be hundreds a second. */
  #narrowSoon(): void {
    if (this.#narrowing !== null || !this.#hasSurplus) return;
    this.#narrowing = setTimeout(() => {
      this.#narrowing = null;
      if (this.#source !== null && this.#hasSurplus) this.#replace();
    }, unheardMs);
  }

  /** Replaces the stream by one that continues after the last event, with exactly the events that are wanted. */
  #replace(): void {
    this.#asked = this.#wanted;
    this.#hasSurplus = false;
    if (this.#source === null) return;
    // Without an event, the next stream cannot say where to continue.
    if (this.#hasBegun && this.#lastId === null) this.#wasCutOff = true;
    this.#source.close();
    this.#source = null;
    this.#open();
  }

  /** The server answered with something other than a stream, after which the browser does not reconnect. */
  async #wait(refused: EventSource): Promise<void> {
    const problem = await whyRefused("watchLive", this.#request);
    if (this.#source !== refused) return;
    this.#source = null;
    const isForNow = problem !== null && (problem.status === 429 || problem.status === 503);
    this.#show(isForNow ? { is: "paused", problem } : { is: "away" });
    if (isForNow) this.#makeUpForGap();
    this.#beginAnew();
    const tryAgain = () => {
      this.#stopWaiting?.();
      this.#stopWaiting = null;
      this.#open();
    };
    this.#stopWaiting = isForNow ? this.#refreshUntil(problem, tryAgain) : tryAgainLater(tryAgain);
  }

  /** Refreshes the page at intervals, and tries the stream again as soon as the server allows it. */
  #refreshUntil({ retryAfterS }: Problem, tryAgain: () => void): () => void {
    const notBeforeMs = Date.now() + (retryAfterS ?? 0) * 1000;
    const timer = setInterval(() => {
      // Either way, this also refreshes the page.
      if (Date.now() >= notBeforeMs) tryAgain();
      else this.#makeUpForGap();
    }, refreshEveryMs);
    return () => clearInterval(timer);
  }

  #makeUpForGap(): void {
    if (this.#wasCutOff) this.#pass("reset", {});
  }

  #pass(kind: LiveKind, data: unknown): void {
    for (const listener of this.#listeners) {
      if (listener.kind !== kind) continue;
      try {
        listener.hear(data);
      } catch (error) {
        // A listener that throws must not keep the others from getting the event.
        reportError(error);
      }
    }
  }

  #show(state: LiveState): void {
    if (this.state.is === state.is && state.is !== "paused") return;
    this.state = state;
    for (const act of this.#watchers) act();
  }
}

export const liveStream = new LiveStream();

/** Calls `act` with every event of this kind while the component is shown. */
export function useLive<Kind extends LiveKind>(kind: Kind, act: (data: LiveEvents[Kind]) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const hear = (data: unknown) => latest.current(data as LiveEvents[Kind]);
    return liveStream.listen({ kind, sensors: null, hear });
  }, [kind]);
}

/** Calls `act` with the values of these sensors (UUIDs) while the component is shown. */
export function useLiveValues(sensors: ReadonlySet<string>, act: (value: LiveEvents["value"]) => void): void {
  const latest = useRef(act);
  latest.current = act;
  const names = [...sensors].sort().join();
  useEffect(() => {
    // A page of a shared link has charts, but no stream that it could listen to.
    if (names === "") return undefined;
    const wanted = new Set(names.split(","));
    const hear = (data: unknown) => {
      const value = data as LiveEvents["value"];
      if (wanted.has(value.sensor)) latest.current(value);
    };
    return liveStream.listen({ kind: "value", sensors: wanted, hear });
  }, [names]);
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(liveStream.watch, () => liveStream.state);
}
