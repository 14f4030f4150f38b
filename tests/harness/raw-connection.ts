import { connect, type Socket } from "node:net";

/** An answer as it came over the wire. Header names are in lower case, and repeated headers are joined with ", ". */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * One TCP connection to a server, written byte by byte. Tests of the wire need it because client libraries add, merge
 * and refuse headers, and decide themselves when to reuse a connection.
 */
export class RawConnection implements Disposable {
  readonly #socket: Socket;
  #received = Buffer.alloc(0);
  #isEnded = false;
  #changed = Promise.withResolvers<void>();

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port) });
    const opened = Promise.withResolvers<void>();
    socket.once("connect", opened.resolve);
    socket.once("error", opened.reject);
    await opened.promise;
    return new RawConnection(socket);
  }

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes) => {
      this.#received = Buffer.concat([this.#received, Buffer.from(bytes)]);
      this.#wake();
    });
    const end = () => {
      this.#isEnded = true;
      this.#wake();
    };
    socket.on("end", end);
    socket.on("close", end);
    // A server may close the connection on a body that it has refused. `answer` tells whether its answer arrived.
    socket.on("error", end);
  }

  /** Received bytes that belong to no answer yet. */
  get unreadBytes(): number {
    return this.#received.length;
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** The next answer. Rejects if the connection ends before the answer is complete. */
  async answer({ hasBody = true }: { hasBody?: boolean } = {}): Promise<RawAnswer> {
    for (;;) {
      const found = takeAnswer(this.#received, hasBody);
      if (found !== null) {
        this.#received = this.#received.subarray(found.bytes);
        return found.answer;
      }
      if (this.#isEnded) throw new Error(`The connection ended after ${this.#received.length} unread bytes.`);
      await this.#changed.promise;
    }
  }

  [Symbol.dispose](): void {
    this.#socket.destroy();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

const headEnd = "\r\n\r\n";

/** The first complete answer in the received bytes and its length; null while some of it is missing. */
function takeAnswer(received: Buffer, hasBody: boolean): { answer: RawAnswer; bytes: number } | null {
  const end = received.indexOf(headEnd);
  if (end < 0) return null;
  const [statusLine = "", ...lines] = received.toString("latin1", 0, end).split("\r\n");
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, colon).toLowerCase();
    const value = line.slice(colon + 1).trim();
    headers[name] = name in headers ? `${headers[name]}, ${value}` : value;
  }
  if ("transfer-encoding" in headers) throw new Error("An answer in chunks is not expected of this server.");
  const bodyStart = end + headEnd.length;
  const bodyEnd = bodyStart + (hasBody ? Number(headers["content-length"] ?? 0) : 0);
  if (received.length < bodyEnd) return null;
  const status = Number(statusLine.split(" ")[1]);
  return { answer: { status, headers, body: received.toString("utf8", bodyStart, bodyEnd) }, bytes: bodyEnd };
}
