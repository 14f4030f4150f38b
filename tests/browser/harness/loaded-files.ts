import type { CDPSession, Page } from "playwright-core";

/** A file that a page loaded. */
export interface LoadedFile {
  readonly path: string;
  /** The browser's name for it: Document, Script, Stylesheet, Image, Font, Fetch … */
  readonly kind: string;
  readonly bytes: number;
  readonly encoding: string | null;
  readonly cacheControl: string | null;
  /** Whether it blocked the first drawing. */
  readonly isBlocking: boolean;
  /** How many files had to load one after another before this one was requested; 0 for the page itself. */
  readonly depth: number;
}

/** The data of a request while it is running. */
interface Noted {
  kind: string;
  asker: string | null;
  encoding: string | null;
  cacheControl: string | null;
}

interface Timing {
  readonly name: string;
  readonly encodedBodySize: number;
  readonly renderBlockingStatus: string;
}

/** Must be called before the page is loaded. The returned function lists what has been loaded by then. */
export async function noteLoading(page: Page): Promise<() => Promise<readonly LoadedFile[]>> {
  const session = await page.context().newCDPSession(page);
  const noted = new Map<string, Noted>();
  noteRequests(session, noted);
  await session.send("Network.enable");
  return async () => {
    const timings = (await page.evaluate(readTimings)) as readonly Timing[];
    return timings.flatMap(({ name, encodedBodySize, renderBlockingStatus }) => {
      const request = noted.get(name);
      if (request === undefined) return [];
      const { kind, encoding, cacheControl } = request;
      return {
        path: new URL(name).pathname,
        kind,
        bytes: encodedBodySize,
        encoding,
        cacheControl,
        isBlocking: renderBlockingStatus === "blocking",
        depth: depthOf(name, noted),
      };
    });
  };
}

function noteRequests(session: CDPSession, noted: Map<string, Noted>): void {
  session.on("Network.requestWillBeSent", ({ request, initiator, type }) => {
    let { stack } = initiator;
    while (stack !== undefined && stack.callFrames.length === 0) stack = stack.parent;
    const asker = initiator.url ?? stack?.callFrames[0]?.url ?? null;
    noted.set(request.url, { kind: type ?? "Other", asker, encoding: null, cacheControl: null });
  });
  session.on("Network.responseReceived", ({ response, type }) => {
    const request = noted.get(response.url);
    if (request === undefined) return;
    // The browser reports another type for a preloaded file until the file has arrived.
    if (/\bjavascript\b/.test(response.mimeType)) request.kind = "Script";
    else request.kind = type;
    request.encoding = response.headers["Content-Encoding"] ?? response.headers["content-encoding"] ?? null;
    request.cacheControl = response.headers["Cache-Control"] ?? response.headers["cache-control"] ?? null;
  });
}

/** Runs in the page. */
const readTimings = `["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
  .map(({ name, encodedBodySize, renderBlockingStatus }) =>
    ({ name, encodedBodySize, renderBlockingStatus: renderBlockingStatus ?? "" }))`;

function depthOf(url: string, noted: ReadonlyMap<string, Noted>): number {
  const { asker = null } = noted.get(url) ?? {};
  return asker === null || asker === url ? 0 : 1 + depthOf(asker, noted);
}
