import { afterAll, beforeAll, expect, jest, test } from "bun:test";
import { join } from "node:path";
import { root } from "./harness/root.ts";
import "./harness/shown-dashboard.ts";

interface Listener {
  readonly kind: string;
  readonly sensors: ReadonlySet<string> | null;
  readonly hear: (data: unknown) => void;
}

const { liveStream } = (await import(join(root, "packages/dashboard/src/api/live.ts"))) as {
  readonly liveStream: { listen(listener: Listener): () => void; end(): void };
};
const { chooseAccount } = (await import(join(root, "packages/dashboard/src/api/current-account.ts"))) as {
  chooseAccount(uuid: string): void;
};

/** A stream that does what the test says. */
class TestStream extends EventTarget {
  static readonly CLOSED = 2;
  static readonly opened: TestStream[] = [];
  readonly path: string;
  isClosed = false;
  onopen: (() => void) | null = null;

  constructor(path: string) {
    super();
    this.path = path;
    TestStream.opened.push(this);
  }

  close(): void {
    this.isClosed = true;
  }
}

const usual = globalThis.EventSource;
beforeAll(() => {
  Object.assign(globalThis, { EventSource: TestStream });
  jest.useFakeTimers();
});
afterAll(() => {
  jest.useRealTimers();
  liveStream.end();
  Object.assign(globalThis, { EventSource: usual });
});

const last = () => TestStream.opened.at(-1)!;
/** Longer than a stream keeps what nobody listens to. */
const unheardMs = 3000;

test("says that events were missed if a stream is replaced before its first event", () => {
  chooseAccount("6f1a0b0c-0000-4000-8000-000000000001");
  let resets = 0;
  const listen = (sensors: ReadonlySet<string> | null = null) => {
    const stops = [
      liveStream.listen({ kind: "reset", sensors: null, hear: () => resets++ }),
      liveStream.listen({ kind: "value", sensors: sensors ?? new Set(["a"]), hear: () => undefined }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  };
  const leave = listen();
  last().onopen?.();
  // After an event, the stream is replaced by one without what nobody wants.
  last().dispatchEvent(new MessageEvent("alarm", { data: "{}", lastEventId: "7" }));
  jest.advanceTimersByTime(unheardMs);
  expect(last().path).toContain("after=7");
  last().onopen?.();
  expect(resets).toBe(0);
  leave();
  jest.advanceTimersByTime(unheardMs);
  expect(last().isClosed).toBe(true);
  listen();
  expect(TestStream.opened.length).toBe(3);
  last().onopen?.();
  expect(resets).toBe(1);
  // Another component wants more, before any event has said where the stream is.
  listen(new Set(["b"]));
  expect(TestStream.opened.length).toBe(4);
  expect(last().path).not.toContain("after=");
  last().onopen?.();
  // Both components that listen to it are told.
  expect(resets).toBe(3);
});
