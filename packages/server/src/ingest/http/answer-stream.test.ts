import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { bodyOfBytes, type StreamedBody } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { type Listener, listen } from "./listener.ts";

const pieceBytes = 64 * 1024;

/**
 * `/count?n` streams n pieces; `/endless` continues until it is stopped; `/breaks` fails after one piece; `/silent` sends one
 * piece and then nothing, and `/silent-later` does so when the test allows it.
 */
class StreamingExchange implements Exchange {
  produced = 0;
  stopped = 0;
  readonly held: (() => void)[] = [];

  begin: Exchange["begin"] = ({ target }) => {
    const [path, count = "3"] = target.split("?");
    const headers = { "Content-Type": "text/plain" };
    if (path === "/plain") return { status: 200, headers, body: "plain" };
    if (path === "/breaks") return { status: 200, headers, body: this.#breaks() };
    const silent = { status: 200, headers, body: this.#silent() };
    if (path === "/silent") return silent;
    if (path === "/silent-later") return new Promise((resolve) => this.held.push(() => resolve(silent)));
    if (path === "/sized") return { status: 200, headers, body: bodyOfBytes(Buffer.from("sized")) };
    if (path === "/small") return { status: 200, headers, body: this.#small(Number(count)) };
    return {
      status: 200,
      headers,
      body: this.#pieces(path === "/endless" ? Number.POSITIVE_INFINITY : Number(count)),
    };
  };

  refuse: Exchange["refuse"] = (fault) => ({ status: fault, headers: {}, body: "" });

  async *#pieces(count: number): AsyncGenerator<Uint8Array> {
    try {
      for (let nth = 0; nth < count; nth++) {
        this.produced++;
        yield new Uint8Array(pieceBytes).fill(97 + (nth % 26));
      }
    } finally {
      this.stopped++;
    }
  }

  async *#small(count: number): AsyncGenerator<Uint8Array> {
    for (let nth = 0; nth < count; nth++) yield Buffer.from(`piece ${nth}\n`);
  }

  #silent(): StreamedBody {
    const waiting = Promise.withResolvers<IteratorResult<Uint8Array>>();
    const end = { value: undefined, done: true } as const;
    let hasSpoken = false;
    const iterator: AsyncIterator<Uint8Array> = {
      next: () => {
        if (hasSpoken) return waiting.promise;
        hasSpoken = true;
        return Promise.resolve({ value: Buffer.from("hello"), done: false });
      },
      return: () => {
        this.stopped++;
        waiting.resolve(end);
        return Promise.resolve(end);
      },
    };
    return { isEndless: true, [Symbol.asyncIterator]: () => iterator };
  }

  async *#breaks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from("first");
    throw new Error("the source broke");
  }
}

let exchange: StreamingExchange;
let listener: Listener;
let faults: string[];

beforeEach(() => {
  exchange = new StreamingExchange();
  faults = [];
  const ignore = () => undefined;
  listener = listen(
    {
      host: "127.0.0.1",
      port: 0,
      certificate: null,
      sourceLimit: null,
      onCertificateReplaced: ignore,
      onCertificateUnusable: ignore,
      onFault: (error) => faults.push(String(error)),
    },
    exchange,
  );
});
afterEach(() => listener.drain(0));

describe("a streamed answer", () => {
  test("arrives complete, in chunks, and the connection accepts further requests", async () => {
    const answer = await fetch(`${listener.url}/count?20`);
    expect(answer.headers.get("transfer-encoding")).toBe("chunked");
    const bytes = await answer.bytes();
    expect(bytes.length).toBe(20 * pieceBytes);
    expect(bytes[pieceBytes]).toBe(98);
    expect(await (await fetch(`${listener.url}/plain`)).text()).toBe("plain");
    expect(await (await fetch(`${listener.url}/small?2`)).text()).toBe("piece 0\npiece 1\n");
    expect(await (await fetch(`${listener.url}/small?0`)).text()).toBe("");
  });

  test("keeps its place among pipelined requests", async () => {
    const text = await exchangeRaw(
      "GET /small?2 HTTP/1.1\r\nHost: w\r\n\r\nGET /plain HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n",
    );
    expect(text.indexOf("piece 1")).toBeLessThan(
      text.indexOf("plain\r\n") < 0 ? text.length : text.lastIndexOf("plain"),
    );
    expect(text).toContain("\r\n0\r\n\r\nHTTP/1.1 200 OK");
    expect(text).toEndWith("plain");
  });

  test("has no chunks and ends with the connection in HTTP/1.0, and is only a head for HEAD", async () => {
    const old = await exchangeRaw("GET /small?2 HTTP/1.0\r\nHost: w\r\n\r\n");
    expect(old).not.toContain("chunked");
    expect(old).toEndWith("\r\n\r\npiece 0\npiece 1\n");
    const head = await exchangeRaw("HEAD /count?9 HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n");
    expect(head).toEndWith("\r\n\r\n");
    expect(exchange.produced).toBe(0);
  });

  test("is released at once if only HEAD asks for it", async () => {
    await exchangeRaw("HEAD /silent HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n");
    expect(exchange.stopped).toBe(1);
  });

  test("of known size has its length in the head instead of chunks", async () => {
    const text = await exchangeRaw(
      "HEAD /sized HTTP/1.1\r\nHost: w\r\n\r\nGET /sized HTTP/1.1\r\nHost: w\r\nConnection: close\r\n\r\n",
    );
    expect(text).not.toContain("Transfer-Encoding");
    expect(text.match(/Content-Length: 5\r\n/g)).toHaveLength(2);
    expect(text).toEndWith("\r\n\r\nsized");
    expect(text).not.toContain("sizedHTTP");
    expect(await (await fetch(`${listener.url}/sized`)).text()).toBe("sized");
  });

  test("is produced no faster than the client reads, and stops when the client leaves", async () => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(listener.url).port) });
    socket.pause();
    socket.write("GET /endless HTTP/1.1\r\nHost: w\r\n\r\n");
    await waitUntil("the first pieces are made", () => exchange.produced > 0);
    const settled = await untilSteady(() => exchange.produced);
    // As much as the system's buffers take, and not much more.
    expect(settled * pieceBytes).toBeLessThan(64 * 1024 * 1024);
    socket.destroy();
    await waitUntil("the source is stopped", () => exchange.stopped === 1);
    expect(exchange.produced).toBeLessThanOrEqual(settled + 1);
  });

  test.each(["/silent", "/silent-later"])(
    "that never ends by itself (%s) is complete when the server stops, which does not wait for its client",
    async (path) => {
      const asked = fetch(`${listener.url}${path}`);
      if (path === "/silent") await asked;
      else await waitUntil("the answer is being made", () => exchange.held.length === 1);
      const drained = listener.drain(600_000);
      for (const release of exchange.held) release();
      expect(["", "hello"]).toContain(await (await asked).text());
      await drained;
      expect(exchange.stopped).toBe(1);
    },
  );

  test.each([
    ["closes its side", (socket: Socket) => socket.end()],
    ["goes away", (socket: Socket) => socket.destroy()],
    ["is cut off", (socket: Socket) => socket.resetAndDestroy()],
  ])("without an end stops at once when the client %s, even if nothing is being sent", async (_, leave) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(listener.url).port) });
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    socket.write("GET /silent HTTP/1.1\r\nHost: w\r\n\r\n");
    await waitUntil("the stream has begun", () => received.includes("hello"));
    leave(socket);
    await waitUntil("the source is stopped", () => exchange.stopped === 1);
  });

  test("is released if the client has left before it was made", async () => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(listener.url).port) });
    socket.write("GET /silent-later HTTP/1.1\r\nHost: w\r\n\r\n");
    await waitUntil("the answer is being made", () => exchange.held.length === 1);
    socket.resetAndDestroy();
    // The first connection is gone once the listener has handled a later one.
    await fetch(`${listener.url}/plain`);
    exchange.held[0]!();
    await waitUntil("the source is stopped", () => exchange.stopped === 1);
  });

  test("with an end reaches a client that has closed its side completely", async () => {
    const socket = connect({
      host: "127.0.0.1",
      port: Number(new URL(listener.url).port),
      allowHalfOpen: true,
    });
    let bytes = 0;
    let isEnded = false;
    socket.on("data", (piece) => {
      bytes += piece.length;
    });
    socket.on("end", () => {
      isEnded = true;
      socket.destroy();
    });
    socket.end("GET /count?20 HTTP/1.1\r\nHost: w\r\n\r\n");
    await waitUntil("the answer has ended", () => isEnded);
    expect(bytes).toBeGreaterThan(20 * pieceBytes);
  });

  test("that fails midway does not look complete", async () => {
    const answer = await fetch(`${listener.url}/breaks`);
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    expect(faults).toEqual(["Error: the source broke"]);
  });
});

function exchangeRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port: Number(new URL(listener.url).port) });
    let received = "";
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1");
    });
    socket.on("end", () => resolve(received));
    socket.on("error", reject);
    socket.write(text);
  });
}

/** Waits until the number no longer changes between two looks, and returns it. */
async function untilSteady(look: () => number): Promise<number> {
  let before = -1;
  await waitUntil("it does not change any more", () => {
    const now = look();
    const isSteady = now === before;
    before = now;
    return isSteady;
  });
  return before;
}
