import type { DocumentLimits } from "@weir/protocol/openapi";
import type { Docs } from "./build-docs.ts";

/**
 * The docs, built in their own thread on the first request: most servers are never asked, and devices must not wait. Requests
 * that arrive meanwhile wait for the same build. After a failure the next request tries again.
 */
export class PublishedDocs {
  readonly #limits: DocumentLimits;
  #docs: Promise<Docs> | null = null;

  constructor({ bodyBytesMax, entriesMax, rateLimit }: DocumentLimits) {
    this.#limits = { bodyBytesMax, entriesMax, rateLimit };
  }

  get(): Promise<Docs> {
    this.#docs ??= this.#build();
    return this.#docs;
  }

  async #build(): Promise<Docs> {
    const built = Promise.withResolvers<Docs>();
    const thread = new Worker(new URL("./docs-thread.ts", import.meta.url).href);
    thread.onmessage = (event: MessageEvent<Docs>) => built.resolve(event.data);
    thread.onerror = ({ message }) => built.reject(new Error(`The docs could not be built: ${message}`));
    thread.postMessage(this.#limits);
    try {
      return await built.promise;
    } catch (error) {
      this.#docs = null;
      throw error;
    } finally {
      thread.terminate();
    }
  }
}
