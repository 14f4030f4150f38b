import { type LiveEvents, liveEventKinds } from "@weir/protocol/manage/live-events";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { urlOf } from "./client.ts";

const kinds = [...liveEventKinds, "reset"] as const;
type LiveKind = (typeof kinds)[number];
type Listener = (kind: LiveKind, data: unknown) => void;

/** Pages come and go quickly; the stream need not. */
const unheardMs = 2000;
/** Somebody who looks at another tab for a moment need not wait on coming back. */
const unseenMs = 10_000;

/**
 * One stream of events for all of the page, open while anybody listens. The browser connects again by itself and says
 * what it has seen last; where too much went by the server says `reset`, and listeners look at everything anew.
 */
class LiveStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | null = null;
  #closing: ReturnType<typeof setTimeout> | null = null;
  /** There was a time without a stream, in which also what pages asked for may have failed. */
  #wasCutOff = false;
  isConnected = false;

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
      if (document.hidden) this.#closeIn(unseenMs);
      else if (this.#listeners.size > 0) this.#stay();
    });
  }

  watch = (act: () => void): (() => void) => {
    this.#watchers.add(act);
    return () => this.#watchers.delete(act);
  };

  close(): void {
    this.#source?.close();
    this.#source = null;
    this.#wasCutOff = true;
    this.#tell(false);
  }

  #stay(): void {
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = null;
    this.#open();
    if (document.hidden) this.#closeIn(unseenMs);
  }

  #closeIn(ms: number): void {
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = setTimeout(() => this.close(), ms);
  }

  #open(): void {
    if (this.#source !== null && this.#source.readyState !== EventSource.CLOSED) return;
    const source = new EventSource(urlOf("watchLive", {}));
    this.#source = source;
    source.onopen = () => {
      this.#tell(true);
      if (this.#wasCutOff) this.#pass("reset", {});
      this.#wasCutOff = false;
    };
    source.onerror = () => {
      this.#wasCutOff = true;
      this.#tell(false);
      // Refused for good, for example while the server restarts behind a proxy: try again in a while.
      if (source.readyState === EventSource.CLOSED && this.#listeners.size > 0)
        setTimeout(() => this.#listeners.size > 0 && this.#open(), 5000);
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        this.#pass(kind, JSON.parse((event as MessageEvent<string>).data));
      });
    }
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

  #tell(isConnected: boolean): void {
    if (this.isConnected === isConnected) return;
    this.isConnected = isConnected;
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

export function useIsLive(): boolean {
  return useSyncExternalStore(liveStream.watch, () => liveStream.isConnected);
}
