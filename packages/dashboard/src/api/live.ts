import { type LiveEvents, liveEventKinds } from "@weir/protocol/manage/live-events";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { urlOf, whyRefused } from "./client.ts";
import type { Problem } from "./problem.ts";
import { tryAgainLater } from "./try-again.ts";

const kinds = [...liveEventKinds, "reset"] as const;
type LiveKind = (typeof kinds)[number];
type Listener = (kind: LiveKind, data: unknown) => void;

/**
 * `paused`: the server is there, but refuses the stream for now, for example because too many pages are open. The page
 * asks for its data every `refreshEveryMs` instead.
 */
export type LiveState =
  | { readonly is: "live" | "away" }
  | { readonly is: "paused"; readonly problem: Problem };

/** How often a page without a stream reloads everything on the screen. */
export const refreshEveryMs = 30_000;
/** Pages come and go quickly; the stream need not. */
const unheardMs = 2000;
/** A hidden tab keeps its stream for this long, so that a short look at another tab costs nothing. */
const unseenMs = 10_000;

/**
 * One stream of events for all of the page, open while anybody listens. The browser connects again by itself and says
 * what it has seen last; where too much went by the server says `reset`, and listeners look at everything anew. Where the
 * server refuses the stream for now, listeners get a `reset` every so often until it lets the page in.
 */
class LiveStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | null = null;
  /** How many listeners need the stream while the page is hidden. */
  #unseenNeeds = 0;
  #closing: ReturnType<typeof setTimeout> | null = null;
  /** Calls off the next try, while the page waits for it. */
  #stopWaiting: (() => void) | null = null;
  /** There was a time without a stream, in which also what pages asked for may have failed. */
  #wasCutOff = false;
  state: LiveState = { is: "away" };

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    this.#stay();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#closeIn(unheardMs);
    };
  }

  /**
   * A browser keeps at most six connections to a server, for all of its tabs: those that nobody looks at must not hold
   * one each. On coming back, everything on the screen is asked for again.
   */
  restWhileUnseen(): void {
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) this.#restUnlessNeeded();
      else if (this.#listeners.size > 0) this.#stay();
    });
  }

  /** Keeps the stream open although nobody looks at the page, until the answer is called. */
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

  #close(): void {
    this.#source?.close();
    this.#source = null;
    this.#stopWaiting?.();
    this.#stopWaiting = null;
    this.#wasCutOff = true;
    this.#tell({ is: "away" });
  }

  #open(): void {
    if (this.#source !== null || this.#stopWaiting !== null) return;
    const source = new EventSource(urlOf("watchLive", {}));
    this.#source = source;
    source.onopen = () => {
      this.#tell({ is: "live" });
      this.#makeUpForGap();
      this.#wasCutOff = false;
    };
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        void this.#wait(source);
        return;
      }
      this.#wasCutOff = true;
      this.#tell({ is: "away" });
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        this.#pass(kind, JSON.parse((event as MessageEvent<string>).data));
      });
    }
  }

  /** The server answered with something else than a stream, after which the browser does not try again. */
  async #wait(refused: EventSource): Promise<void> {
    const problem = await whyRefused("watchLive", {});
    if (this.#source !== refused) return;
    this.#source = null;
    const isForNow = problem !== null && (problem.status === 429 || problem.status === 503);
    this.#tell(isForNow ? { is: "paused", problem } : { is: "away" });
    if (isForNow) this.#makeUpForGap();
    this.#wasCutOff = true;
    const tryAgain = () => {
      this.#stopWaiting?.();
      this.#stopWaiting = null;
      this.#open();
    };
    this.#stopWaiting = isForNow ? this.#refreshUntil(problem, tryAgain) : tryAgainLater(tryAgain);
  }

  /** Refreshes the page every so often, and tries again at the first such time that the server has allowed. */
  #refreshUntil({ retryAfterS }: Problem, tryAgain: () => void): () => void {
    const notBeforeMs = Date.now() + (retryAfterS ?? 0) * 1000;
    const timer = setInterval(() => {
      // The page is refreshed by that too, however it ends.
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
      try {
        listener(kind, data);
      } catch (error) {
        // One part of the page that fails must not keep the others from hearing.
        reportError(error);
      }
    }
  }

  #tell(state: LiveState): void {
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
  useEffect(
    () =>
      liveStream.listen((seen, data) => {
        if (seen === kind) latest.current(data as LiveEvents[Kind]);
      }),
    [kind],
  );
}

export function useLiveState(): LiveState {
  return useSyncExternalStore(liveStream.watch, () => liveStream.state);
}
