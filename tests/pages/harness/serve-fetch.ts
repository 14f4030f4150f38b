import { origin } from "./window.ts";

const elsewhere = globalThis.fetch;
type Answer = (request: Request) => Promise<Response>;

/** Passes requests to the origin of the pages to the API in this process. */
class ServeFetch {
  /** How many requests of the page are not answered yet. */
  pending = 0;
  answer: Answer = () => Promise.reject(new Error("No API is open."));
  #cookie: string | null = null;
  #hearRefusal: (refusal: string) => void = () => undefined;

  constructor() {
    globalThis.fetch = Object.assign((target: string | URL | Request, given?: RequestInit) => {
      const text = target instanceof Request ? target.url : String(target);
      if (text.startsWith("/")) return this.#ofPage(text, given);
      return text.startsWith(origin) ? this.answer(new Request(text, given)) : elsewhere(target, given);
    }, elsewhere);
  }

  /** Until it is disposed of, requests of the page carry this cookie, and refusals are told. */
  ofPage(cookie: string, hearRefusal: (refusal: string) => void): Disposable {
    this.#cookie = cookie;
    this.#hearRefusal = hearRefusal;
    return {
      [Symbol.dispose]: () => {
        this.#cookie = null;
        this.#hearRefusal = () => undefined;
      },
    };
  }

  async #ofPage(path: string, given: RequestInit = {}): Promise<Response> {
    const { signal, ...init } = given;
    const headers = new Headers(given.headers);
    headers.set("sec-fetch-site", "same-origin");
    if (this.#cookie !== null) headers.set("cookie", this.#cookie);
    const request = new Request(origin + path, { ...init, headers });
    const hearRefusal = this.#hearRefusal;
    this.pending++;
    const response = await this.answer(request).finally(() => this.pending--);
    // What a page no longer waits for, it must not get.
    signal?.throwIfAborted();
    if (!response.ok) hearRefusal(`${request.method} ${new URL(request.url).pathname} ${response.status}`);
    return response;
  }
}

export const serveFetch = new ServeFetch();
