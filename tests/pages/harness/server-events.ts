import { serveFetch } from "./serve-fetch.ts";
import { pageWindow } from "./window.ts";

/** The stream of events of a server that runs. It ends when it is interrupted: only browsers connect again. */
export class ServerEvents extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  readonly #closing = new AbortController();

  constructor(path: string) {
    super();
    void this.#follow(path);
  }

  close(): void {
    this.readyState = ServerEvents.CLOSED;
    this.#closing.abort();
  }

  async #follow(path: string): Promise<void> {
    try {
      const response = await serveFetch.stream(path, this.#closing.signal);
      if (response.ok) await this.#read(response.body!);
    } catch (error) {
      if (!this.#closing.signal.aborted) console.error(error);
    }
    if (this.#closing.signal.aborted) return;
    this.readyState = ServerEvents.CLOSED;
    this.onerror?.();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    this.readyState = 1;
    this.onopen?.();
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop()!;
      for (const block of blocks) this.#take(block.split("\n"));
    }
  }

  #take(lines: readonly string[]): void {
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const [kind, data] = [field("event"), field("data")];
    if (kind === undefined || data === undefined || this.#closing.signal.aborted) return;
    const event = new pageWindow.MessageEvent(kind, { data, lastEventId: field("id") ?? "" });
    this.dispatchEvent(event as unknown as Event);
  }
}
