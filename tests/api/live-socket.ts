import { connect, type Socket } from "node:net";
import { managePath } from "@weir/protocol/manage/route";
import { waitUntil } from "../harness/wait-until.ts";

interface SeenEvent {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: events have many forms.
  readonly data: any;
}

interface LiveSocketOptions {
  readonly url: string;
  readonly account: string;
  /** The caller's credentials: an API key, or the cookie of a session. */
  readonly key?: string;
  readonly cookie?: string;
  /** The query, with its question mark. */
  readonly query?: string;
  readonly lastEventId?: string;
}

/** Enough of the newest events for a test. Older ones are only counted. */
const keptEvents = 5000;

/**
 * An open page on its own socket, which a test can stop reading or break. It speaks HTTP/1.0, so the bare stream of
 * events follows the head and ends with the connection.
 */
export class LiveSocket implements Disposable {
  readonly #socket: Socket;
  #text = "";
  #hasHead = false;
  readonly events: SeenEvent[] = [];
  /** The last id that arrived, with or without an event. */
  lastId: string | null = null;
  isEnded = false;

  /** Resolves when the first piece of the stream has arrived. From then on nothing is missed. */
  static async open(options: LiveSocketOptions): Promise<LiveSocket> {
    const live = new LiveSocket(options);
    await waitUntil("the stream begins", () => live.#hasHead && (live.lastId !== null || live.isEnded));
    return live;
  }

  private constructor({ url, account, key, cookie, query = "", lastEventId }: LiveSocketOptions) {
    const { hostname, port } = new URL(url);
    this.#socket = connect({ host: hostname, port: Number(port) });
    const end = () => {
      this.isEnded = true;
    };
    this.#socket.on("data", (bytes) => this.#receive(bytes.toString()));
    for (const name of ["end", "close", "error"]) this.#socket.on(name, end);
    const resuming = lastEventId === undefined ? [] : [`Last-Event-ID: ${lastEventId}`];
    if (lastEventId !== undefined) this.lastId = lastEventId;
    const head = [
      `GET ${managePath}/accounts/${account}/live${query} HTTP/1.0`,
      `Host: ${hostname}:${port}`,
      key === undefined ? `Cookie: ${cookie}` : `Authorization: Bearer ${key}`,
      ...resuming,
    ];
    this.#socket.write(`${head.join("\r\n")}\r\n\r\n`);
  }

  /** The newest value of a sensor. */
  newest(sensor: string): number | undefined {
    return this.events.findLast(({ event, data }) => event === "value" && data.sensor === sensor)?.data.value;
  }

  /** Stops reading from the socket. */
  stopReading(): void {
    this.#socket.pause();
  }

  readOn(): void {
    this.#socket.resume();
  }

  /** Breaks the connection without closing it properly. */
  [Symbol.dispose](): void {
    this.#socket.resetAndDestroy();
  }

  #receive(text: string): void {
    this.#text += text;
    if (!this.#hasHead) {
      const end = this.#text.indexOf("\r\n\r\n");
      if (end < 0) return;
      if (!this.#text.startsWith("HTTP/1.1 200")) throw new Error(this.#text);
      this.#text = this.#text.slice(end + 4);
      this.#hasHead = true;
    }
    const blocks = this.#text.split("\n\n");
    this.#text = blocks.pop()!;
    for (const block of blocks) this.#take(block.split("\n"));
    this.events.splice(0, this.events.length - keptEvents);
  }

  #take(lines: readonly string[]): void {
    const field = (name: string) =>
      lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
    const id = field("id");
    if (id === undefined) return;
    this.lastId = id;
    const event = field("event");
    if (event !== undefined) this.events.push({ id: this.lastId, event, data: JSON.parse(field("data")!) });
  }
}
