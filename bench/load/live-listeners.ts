import type { Socket } from "bun";
import type { Weir } from "../systems/weir.ts";
import type { WeirKey } from "../systems/weir-key.ts";

/** Far less than a listener gets in a run, and far more than the head of the answer. */
const heardBytesMin = 10_000;

/**
 * Open pages that receive events of the account: all, or those that the query chooses. They run in the process of the benchmark and ignore the
 * events.
 */
export class LiveListeners {
  readonly #sockets: Socket[] = [];
  readonly #receivedBytes: number[] = [];
  #closed = 0;

  static async open(
    { port }: Weir,
    { path, key }: WeirKey,
    count: number,
    query = "",
  ): Promise<LiveListeners> {
    const listeners = new LiveListeners();
    const request = `GET ${path}/live${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${key}\r\n\r\n`;
    for (let nth = 0; nth < count; nth++) await listeners.#connect(port, request, nth);
    return listeners;
  }

  async #connect(port: number, request: string, nth: number): Promise<void> {
    const begun = Promise.withResolvers<void>();
    const socket = await Bun.connect({
      hostname: "127.0.0.1",
      port,
      socket: {
        data: (_socket, bytes) => {
          if (this.#receivedBytes[nth] === 0 && !bytes.toString("latin1", 0, 12).endsWith(" 200")) {
            begun.reject(new Error(`A listener was refused: ${bytes.toString()}`));
          }
          this.#receivedBytes[nth]! += bytes.length;
          begun.resolve();
        },
        close: () => {
          this.#closed++;
        },
      },
    });
    this.#receivedBytes.push(0);
    this.#sockets.push(socket);
    socket.write(request);
    await begun.promise;
  }

  /** The number of bytes that the slowest listener received. Throws if one was disconnected or heard next to nothing. */
  received() {
    if (this.#closed > 0) throw new Error(`${this.#closed} listeners were let go.`);
    const heardBytes = Math.min(...this.#receivedBytes);
    if (heardBytes < heardBytesMin) throw new Error(`A listener heard only ${heardBytes} bytes.`);
    return { "bytes that each stream received": heardBytes };
  }

  close(): void {
    for (const socket of this.#sockets) socket.end();
  }
}
