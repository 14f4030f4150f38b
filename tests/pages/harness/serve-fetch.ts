import { pageWindow } from "./window.ts";

const elsewhere = globalThis.fetch;
type Answer = (request: Request) => Promise<Response>;

/** Requests of somebody who visits pages. Their cookie changes when they sign in or out. */
interface Visitor {
  cookie: string | null;
  /** Is told of refusals, such as `PATCH /api/manage/v1/accounts/… 412`. */
  readonly hearRefusal: (refusal: string) => void;
}

/** Passes requests of pages, and requests to their origin, to whoever answers for it: an API in this process or a server. */
class ServeFetch {
  /** How many requests of the page are not answered yet. */
  pending = 0;
  /** The paths of all requests of the page. */
  readonly asked: string[] = [];
  #answer: Answer = () => Promise.reject(new Error("Nobody answers."));
  #visitor: Visitor | null = null;

  constructor() {
    globalThis.fetch = Object.assign((target: string | URL | Request, given?: RequestInit) => {
      const text = target instanceof Request ? target.url : String(target);
      if (text.startsWith("/")) return this.#ofPage(text, given);
      const { origin } = pageWindow.location;
      return text.startsWith(origin) ? this.#answer(new Request(text, given)) : elsewhere(target, given);
    }, elsewhere);
  }

  /** From now on, pages are those of this address. */
  begin(url: string, answer: Answer = elsewhere): void {
    pageWindow.happyDOM.setURL(url);
    this.#answer = answer;
  }

  /** Until it is disposed of, the pages are this visitor's. */
  ofPage(visitor: Visitor): Disposable {
    this.#visitor = visitor;
    this.asked.length = 0;
    return {
      [Symbol.dispose]: () => {
        this.#visitor = null;
      },
    };
  }

  /** Opens a stream for the page, which does not count as a pending request. */
  stream(path: string, signal: AbortSignal): Promise<Response> {
    this.asked.push(path);
    return this.#answer(new Request(pageWindow.location.origin + path, { headers: this.#headers(), signal }));
  }

  async #ofPage(path: string, given: RequestInit = {}): Promise<Response> {
    const { signal, ...init } = given;
    const request = new Request(pageWindow.location.origin + path, {
      ...init,
      headers: this.#headers(given.headers),
    });
    const visitor = this.#visitor;
    this.asked.push(path);
    this.pending++;
    const response = await this.#answer(request).finally(() => this.pending--);
    const [cookie] = response.headers.getSetCookie();
    if (visitor !== null && cookie !== undefined) visitor.cookie = cookie.split(";")[0]!;
    // What a page no longer waits for, it must not get.
    signal?.throwIfAborted();
    if (!response.ok)
      visitor?.hearRefusal(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return response;
  }

  #headers(given?: RequestInit["headers"]): Headers {
    const headers = new Headers(given);
    headers.set("sec-fetch-site", "same-origin");
    const cookie = this.#visitor?.cookie ?? null;
    if (cookie !== null) headers.set("cookie", cookie);
    return headers;
  }
}

export const serveFetch = new ServeFetch();
