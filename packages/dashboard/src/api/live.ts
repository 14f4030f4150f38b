import { useEffect, useRef, useSyncExternalStore } from "react";
import { urlOf } from "./client.ts";

/** Events of GET …/live, as they are written there. */
export interface LiveValue {
  readonly device: string;
  readonly sensor: string;
  readonly slug: string;
  readonly at: string;
  readonly value: number;
}

export type LiveKind = "value" | "alarm" | "device" | "chain" | "activity" | "reset";
type Listener = (kind: LiveKind, data: unknown) => void;

const kinds: readonly LiveKind[] = ["value", "alarm", "device", "chain", "activity", "reset"];

/**
 * One stream of events for all of the page, open while anybody listens. The browser connects again by itself and says
 * what it has seen last; where too much went by the server says `reset`, and listeners look at everything anew.
 */
class LiveStream {
  readonly #listeners = new Set<Listener>();
  readonly #watchers = new Set<() => void>();
  #source: EventSource | null = null;
  #closing: ReturnType<typeof setTimeout> | null = null;
  isConnected = false;

  listen(listener: Listener): () => void {
    this.#listeners.add(listener);
    if (this.#closing !== null) clearTimeout(this.#closing);
    this.#closing = null;
    this.#open();
    return () => {
      this.#listeners.delete(listener);
      // Pages come and go quickly; the stream need not.
      if (this.#listeners.size === 0) this.#closing = setTimeout(() => this.close(), 2000);
    };
  }

  watch = (act: () => void): (() => void) => {
    this.#watchers.add(act);
    return () => this.#watchers.delete(act);
  };

  close(): void {
    this.#source?.close();
    this.#source = null;
    this.#tell(false);
  }

  #open(): void {
    if (this.#source !== null && this.#source.readyState !== EventSource.CLOSED) return;
    const source = new EventSource(urlOf("watchLive", {}));
    this.#source = source;
    source.onopen = () => this.#tell(true);
    source.onerror = () => {
      this.#tell(false);
      // Refused for good, for example while the server restarts behind a proxy: try again in a while.
      if (source.readyState === EventSource.CLOSED && this.#listeners.size > 0)
        setTimeout(() => this.#listeners.size > 0 && this.#open(), 5000);
    };
    for (const kind of kinds) {
      source.addEventListener(kind, (event) => {
        const data: unknown = JSON.parse((event as MessageEvent<string>).data);
        for (const listener of this.#listeners) {
          try {
            listener(kind, data);
          } catch (error) {
            // One part of the page that fails must not keep the others from hearing.
            reportError(error);
          }
        }
      });
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
export function useLive<Data>(kind: LiveKind, act: (data: Data) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(
    () =>
      liveStream.listen((seen, data) => {
        if (seen === kind) latest.current(data as Data);
      }),
    [kind],
  );
}

export function useIsLive(): boolean {
  return useSyncExternalStore(liveStream.watch, () => liveStream.isConnected);
}
