/**
 * A document without a browser, for the process that imports this file: pages are built, but not laid out, drawn or
 * loaded. Everything has the same size.
 */
import { Window } from "happy-dom";
import { BlankPath, BlankPen, OnceObserved, SilentStream } from "./silent-sources.ts";

/** Where the dashboard believes it is served. */
export const origin = "http://127.0.0.1:8080";

export const pageWindow = new Window({ url: origin, width: 1280, height: 800 });

/** Of those that the runtime has as well, the document needs its own. The server works with the others. */
const replaced = new Set([
  "CustomEvent",
  "ErrorEvent",
  "Event",
  "EventTarget",
  "MessageEvent",
  "addEventListener",
  "dispatchEvent",
  "navigator",
  "removeEventListener",
]);

putGlobals();
pretendLayout();

function putGlobals(): void {
  const from = pageWindow as unknown as Record<string, unknown>;
  for (const name of Object.getOwnPropertyNames(pageWindow)) {
    if (name in globalThis && !replaced.has(name)) continue;
    const value = from[name];
    const isCalled = typeof value === "function" && !/^[A-Z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isCalled ? value.bind(pageWindow) : value,
      configurable: true,
      writable: true,
    });
  }
  const own = {
    EventSource: SilentStream,
    Path2D: BlankPath,
    ResizeObserver: OnceObserved,
    isSecureContext: true,
  };
  Object.assign(pageWindow, own);
  Object.assign(globalThis, own, { window: pageWindow });
}

/** Lists draw only rows that are in view, and the chain editor waits until its nodes have a size. */
function pretendLayout(): void {
  const size = { width: 800, height: 600 };
  const { prototype } = pageWindow.HTMLElement;
  const box = { ...size, x: 0, y: 0, top: 0, left: 0, right: size.width, bottom: size.height };
  for (const [name, value] of Object.entries({
    offsetWidth: size.width,
    offsetHeight: size.height,
    clientWidth: size.width,
    clientHeight: size.height,
  }))
    Object.defineProperty(prototype, name, { get: () => value, configurable: true });
  prototype.getBoundingClientRect = (() => ({ ...box, toJSON: () => box })) as never;
  pageWindow.HTMLCanvasElement.prototype.getContext = (() => new BlankPen()) as never;
}
