import { afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { tlsFixture } from "../../../../../tests/harness/tls-fixture.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { Answer } from "./answer.ts";
import type { Exchange } from "./exchange.ts";
import { type Listener, type ListenerLimits, listen } from "./listener.ts";

setDefaultTimeout(20_000);
const bodyBytesMax = 100_000;
const largeBytes = 16 * 1024 * 1024;
const largeBody = "x".repeat(largeBytes);

const limits: ListenerLimits = {
  idleMs: 60_000,
  requestMs: 60_000,
  lingerMs: 60_000,
  staleCheckMs: 5,
  connectionsMax: 200,
};

/** Answers by path. `/held` answers when the test lets it; `/refused` does not want a body. */
class TestExchange implements Exchange {
  /** What was begun, in order. */
  readonly begun: string[] = [];
  readonly bodies: (string | null)[] = [];
  /** Answers that are being made, in order. */
  readonly held: ((answer: Answer) => void)[] = [];

  begin: Exchange["begin"] = ({ method, target }) => {
    this.begun.push(`${method} ${target}`);
    if (target === "/refused") return answer("refused", 401);
    if (target === "/refused-later") return Promise.resolve(answer("refused", 401));
    if (target === "/large") return answer(largeBody);
    if (target === "/throws") throw new Error("thrown");
    if (target === "/rejects") return Promise.reject(new Error("rejected"));
    return { bytesMax: bodyBytesMax, take: (body) => this.#take(target, body) };
  };

  release(): void {
    this.held.shift()!(answer("released"));
  }

  #take(target: string, body: Uint8Array | null): Promise<Answer> {
    if (target === "/take-throws") throw new Error("thrown");
    const text = body === null ? null : Buffer.from(body).toString();
    this.bodies.push(text);
    if (target === "/held") return new Promise((resolve) => this.held.push(resolve));
    return Promise.resolve(text === null ? answer("too large", 413) : answer(`${target}:${text}`));
  }
}

function answer(body: string, status = 200): Answer {
  return { status, headers: { "Content-Type": "text/plain" }, body };
}

let exchange: TestExchange;
let listener: Listener;
let faults: string[];
beforeEach(() => start(limits));
afterEach(() => listener.drain(0));

function start(some: ListenerLimits, certificate: Parameters<typeof listen>[0]["certificate"] = null): void {
  exchange = new TestExchange();
  faults = [];
  listener = listen(
    {
      host: "127.0.0.1",
      port: 0,
      certificate,
      onCertificateReplaced: () => undefined,
      onCertificateUnusable: () => undefined,
      onFault: (error) => faults.push(String(error)),
    },
    exchange,
    some,
  );
}

async function restart(some: Partial<ListenerLimits>): Promise<void> {
  await listener.drain(0);
  start({ ...limits, ...some });
}

function request(path: string, body = "", lines: readonly string[] = []): string {
  const head = [`POST ${path} HTTP/1.1`, "Host: weir", `Content-Length: ${body.length}`, ...lines];
  return `${head.join("\r\n")}\r\n\r\n${body}`;
}

function inChunks(path: string, ...chunks: string[]): string {
  const wire = [...chunks, ""].map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join("");
  return `POST ${path} HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: chunked\r\n\r\n${wire}`;
}

/** A client by the socket, for what a RawConnection does not do: to stop reading, to half-close, to see the end. */
class Client implements Disposable {
  readonly socket: Socket;
  received = "";
  isEnded = false;

  constructor(socket: Socket = connect({ host: "127.0.0.1", port: portOf(listener), allowHalfOpen: true })) {
    this.socket = socket;
    socket.on("data", (bytes) => {
      this.received += bytes.toString("latin1");
    });
    for (const event of ["end", "close", "error"]) {
      socket.on(event, () => {
        this.isEnded = true;
      });
    }
  }

  get statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d+) /g)].map(([, status]) => Number(status));
  }

  ended(): Promise<void> {
    return waitUntil("the connection is closed", () => this.isEnded);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

function portOf({ url }: Listener): number {
  return Number(new URL(url).port);
}

async function expectUsable(): Promise<void> {
  using connection = await RawConnection.open(listener.url);
  connection.write(request("/echo", "still there"));
  expect((await connection.answer()).body).toBe("/echo:still there");
}

describe("requests that come in any pieces", () => {
  const several =
    request("/a", "one") +
    inChunks("/b", "tw", "o") +
    request("/refused", "GET /smuggled HTTP/1.1\r\nHost: weir\r\n\r\n") +
    `\r\n\r\n${request("/c", "")}` +
    request("/refused-later", "POST /smuggled") +
    request("/d", "four");
  const bodies = ["/a:one", "/b:two", "refused", "/c:", "refused", "/d:four"];
  const begun = ["POST /a", "POST /b", "POST /refused", "POST /c", "POST /refused-later", "POST /d"];

  test("cut in two at every byte", async () => {
    using connection = await RawConnection.open(listener.url);
    for (let cut = 1; cut < several.length; cut++) {
      exchange.begun.length = 0;
      connection.write(several.slice(0, cut));
      // The next turn of the loop sends the rest on its own, for the first has been written through by then.
      await new Promise(setImmediate);
      connection.write(several.slice(cut));
      for (const body of bodies) expect((await connection.answer()).body).toBe(body);
      expect(exchange.begun).toEqual(begun);
    }
  });

  test("a byte at a time", async () => {
    using client = new Client();
    client.socket.setNoDelay(true);
    for (const character of several) {
      client.socket.write(character);
      await new Promise(setImmediate);
    }
    await waitUntil("all is answered", () => client.statuses.length === bodies.length);
    expect(exchange.begun).toEqual(begun);
  });

  test("thousands in one write are answered in their order", async () => {
    const count = 5000;
    using connection = await RawConnection.open(listener.url);
    connection.write(Array.from({ length: count }, (_, i) => request("/echo", String(i))).join(""));
    for (let i = 0; i < count; i++) expect((await connection.answer()).body).toBe(`/echo:${i}`);
  });

  test("one that is being answered keeps the next from being begun", async () => {
    using connection = await RawConnection.open(listener.url);
    connection.write(request("/held") + request("/refused") + request("/held"));
    await waitUntil("the first is being answered", () => exchange.held.length === 1);
    expect(exchange.begun).toEqual(["POST /held"]);
    exchange.release();
    expect((await connection.answer()).body).toBe("released");
    expect((await connection.answer()).status).toBe(401);
    await waitUntil("the last is being answered", () => exchange.held.length === 1);
    exchange.release();
    expect((await connection.answer()).body).toBe("released");
  });
});

describe("what cannot be understood is answered once, and nothing behind it is read", () => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: weir\r\n\r\n";
  test.each<[string, number, string]>([
    ["a head that is malformed", 400, "GET /\r\n\r\n"],
    ["two framings", 400, request("/echo", "x", ["Transfer-Encoding: chunked"])],
    ["another coding", 501, "POST / HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
    ["another version", 505, "GET / HTTP/3.0\r\nHost: weir\r\n\r\n"],
    ["a head that is too large", 431, `GET /${"a".repeat(17_000)} HTTP/1.1\r\nHost: weir\r\n\r\n`],
    ["a head without end", 431, `GET / HTTP/1.1\r\nX: ${"a".repeat(17_000)}`],
    ["a chunk that is malformed", 400, `${inChunks("/echo", "abc").slice(0, -5)}zz\r\n\r\n`],
    ["a TLS greeting", 400, "\x16\x03\x01\x02\r\n\r\n"],
  ])("%s: %d", async (_, status, text) => {
    using client = new Client();
    client.socket.write(request("/echo", "before") + text + smuggled);
    await client.ended();
    expect(client.statuses).toEqual([200, status]);
    expect(client.received).toContain("Connection: close");
    expect(exchange.begun).not.toContain("GET /smuggled");
    await expectUsable();
  });

  test("a malformed rest of a body that was refused gets no second answer", async () => {
    using client = new Client();
    client.socket.write(`${inChunks("/refused", "abc").slice(0, -5)}zz\r\n\r\n${smuggled}`);
    await client.ended();
    expect(client.statuses).toEqual([401]);
    expect(exchange.begun).toEqual(["POST /refused"]);
  });

  test("a client that is still sending gets to read why it is refused", async () => {
    using client = new Client();
    client.socket.write("nonsense\r\n\r\n");
    client.socket.write(Buffer.alloc(largeBytes));
    await client.ended();
    expect(client.statuses).toEqual([400]);
    const sent = Promise.withResolvers<void>();
    client.socket.end("the end", sent.resolve);
    await sent.promise;
  });
});

describe("a body that is not wanted", () => {
  test.each([
    ["by its length", request("/echo", "x".repeat(bodyBytesMax + 1))],
    ["in chunks", inChunks("/echo", ...new Array(11).fill("x".repeat(bodyBytesMax / 10)))],
  ])("too large %s: refused, and the connection stays good", async (_, text) => {
    using connection = await RawConnection.open(listener.url);
    connection.write(text + request("/echo", "next"));
    expect((await connection.answer()).status).toBe(413);
    expect((await connection.answer()).body).toBe("/echo:next");
    expect(exchange.bodies).toEqual([null, "next"]);
  });

  test("of exactly the limit is taken", async () => {
    using connection = await RawConnection.open(listener.url);
    connection.write(request("/echo", "x".repeat(bodyBytesMax)));
    expect((await connection.answer()).status).toBe(200);
  });

  test("without end is not read for ever", async () => {
    using client = new Client();
    client.socket.write("POST /refused HTTP/1.1\r\nHost: weir\r\nContent-Length: 999999999999999\r\n\r\n");
    const piece = Buffer.alloc(1024 * 1024);
    const send = (): void => {
      if (!client.isEnded) client.socket.write(piece, send);
    };
    send();
    await client.ended();
    expect(client.statuses).toEqual([401]);
  });
});

describe("Expect: 100-continue", () => {
  const expecting = (path: string, bytes: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: weir\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`;

  test("a body that is wanted is asked for, each time", async () => {
    using connection = await RawConnection.open(listener.url);
    for (let i = 0; i < 2; i++) {
      connection.write(expecting("/echo", 3));
      expect((await connection.answer()).status).toBe(100);
      connection.write("abc");
      expect((await connection.answer()).body).toBe("/echo:abc");
    }
  });

  test("a body that comes along is not asked for", async () => {
    using connection = await RawConnection.open(listener.url);
    connection.write(`${expecting("/echo", 3)}abc`);
    expect((await connection.answer()).body).toBe("/echo:abc");
  });

  test("no body, nothing to ask for", async () => {
    using connection = await RawConnection.open(listener.url);
    connection.write(expecting("/echo", 0));
    expect((await connection.answer()).status).toBe(200);
  });

  test.each([
    ["/refused", 3, 401],
    ["/refused-later", 3, 401],
    ["/echo", bodyBytesMax + 1, 413],
  ])(
    "%s with %d bytes is refused instead, and closed: nobody knows whether they come",
    async (path, bytes, status) => {
      using client = new Client();
      client.socket.write(expecting(path, bytes));
      await client.ended();
      expect(client.statuses).toEqual([status]);
      expect(client.received).toContain("Connection: close");
    },
  );
});

describe("versions, HEAD and the end of a connection", () => {
  test.each<[string, string[], string | undefined]>([
    ["HTTP/1.1", [], undefined],
    ["HTTP/1.0", ["Connection: keep-alive"], "keep-alive"],
  ])("%s %j is kept", async (version, lines, connectionHeader) => {
    using connection = await RawConnection.open(listener.url);
    for (let i = 0; i < 3; i++) {
      connection.write([`GET /echo ${version}`, "Host: weir", ...lines, "", ""].join("\r\n"));
      const { status, headers } = await connection.answer();
      expect(status).toBe(200);
      expect(headers.connection).toBe(connectionHeader as string);
    }
  });

  test.each<[string, string[]]>([
    ["HTTP/1.1", ["Connection: close"]],
    ["HTTP/1.0", []],
  ])("%s %j is closed, and what follows is not read", async (version, lines) => {
    using client = new Client();
    const head = [`GET /held ${version}`, "Host: weir", ...lines, "", ""].join("\r\n");
    client.socket.write(head + request("/smuggled"));
    await waitUntil("it is being answered", () => exchange.held.length === 1);
    exchange.release();
    await client.ended();
    expect(client.statuses).toEqual([200]);
    expect(exchange.begun).toEqual(["GET /held"]);
  });

  test("HEAD has the headers of the body and no body", async () => {
    using connection = await RawConnection.open(listener.url);
    connection.write("HEAD /refused HTTP/1.1\r\nHost: weir\r\n\r\n");
    const { status, headers } = await connection.answer({ hasBody: false });
    expect([status, headers["content-length"]]).toEqual([401, "7"]);
    connection.write(request("/echo", "next"));
    expect((await connection.answer()).body).toBe("/echo:next");
  });

  test("a client that has sent all it has to say still gets its answers", async () => {
    using client = new Client();
    client.socket.end(
      request("/held", "a") + request("/echo", "b") + request("/held", "c") + "POST /unfinished",
    );
    for (const body of ["a", "c"]) {
      await waitUntil(
        "it is being answered",
        () => exchange.held.length === 1 && exchange.bodies.at(-1) === body,
      );
      exchange.release();
    }
    await client.ended();
    expect(client.statuses).toEqual([200, 200, 200]);
  });
});

describe("a client that goes away", () => {
  const whole = request("/held", "abc");
  test.each([
    ["before it says anything", 0],
    ["in its head", 20],
    ["in its body", whole.length - 1],
    ["while it is answered", whole.length],
  ])("%s leaves nothing behind", async (_, bytes) => {
    for (const leave of ["destroy", "resetAndDestroy", "end"] as const) {
      using client = new Client();
      await waitUntil("it is connected", () => client.socket.readyState === "open");
      const written = Promise.withResolvers<void>();
      client.socket.write(whole.slice(0, bytes), () => written.resolve());
      await written.promise;
      if (bytes === whole.length) await waitUntil("it is being answered", () => exchange.held.length === 1);
      client.socket[leave]();
      await expectUsable();
      if (exchange.held.length > 0) exchange.release();
    }
    await listener.drain(10_000);
    expect(faults).toEqual([]);
  });

  test("has its further requests dropped with the connection", async () => {
    using client = new Client();
    client.socket.write(request("/held") + request("/echo", "never"));
    await waitUntil("it is being answered", () => exchange.held.length === 1);
    client.socket.resetAndDestroy();
    await expectUsable();
    exchange.release();
    await expectUsable();
    expect(exchange.bodies).not.toContain("never");
  });
});

describe("a client that sends and does not read", () => {
  /** How much a client could send until nothing of it was taken any more for a while. */
  async function sendUntilHeldBack(client: Client, text: string): Promise<number> {
    const piece = Buffer.from(text.repeat(Math.ceil(65_536 / text.length)));
    let lastMs = performance.now();
    let sent = 0;
    const send = (): void => {
      if (client.socket.destroyed) return;
      lastMs = performance.now();
      sent += piece.length;
      client.socket.write(piece, send);
    };
    send();
    await waitUntil("it is held back", () => performance.now() - lastMs > 300);
    return sent;
  }

  test("is held back while its answers are not read, then gets every one of them", async () => {
    using client = new Client();
    client.socket.pause();
    client.socket.write(request("/large"));
    await waitUntil("the answer is begun", () => exchange.begun.length === 1);
    const sent = await sendUntilHeldBack(client, request("/refused"));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(exchange.begun).toEqual(["POST /large"]);
    client.socket.removeAllListeners("data");
    let bytes = 0;
    client.socket.on("data", (piece) => {
      bytes += piece.length;
    });
    client.socket.resume();
    await waitUntil("later answers come", () => exchange.begun.length > 1000 && bytes > largeBytes);
  });

  test("is held back while an answer is being made", async () => {
    using client = new Client();
    client.socket.write(request("/held"));
    await waitUntil("it is being answered", () => exchange.held.length === 1);
    expect(await sendUntilHeldBack(client, request("/refused"))).toBeLessThan(64 * 1024 * 1024);
    expect(exchange.begun).toEqual(["POST /held"]);
    exchange.release();
    await waitUntil("later requests are answered", () => exchange.begun.length > 1000);
  });

  test("gets a last answer to its end before the connection is closed", async () => {
    using client = new Client();
    client.socket.pause();
    client.socket.write(request("/large", "", ["Connection: close"]));
    await waitUntil("the answer is begun", () => exchange.begun.length === 1);
    client.socket.resume();
    await client.ended();
    expect(client.received.endsWith("xxx")).toBe(true);
    expect(client.received.length).toBeGreaterThan(largeBytes);
  });

  test("is given up when it takes too long", async () => {
    await restart({ idleMs: 50 });
    using client = new Client();
    client.socket.pause();
    client.socket.write(request("/large"));
    await waitUntil("the answer is begun", () => exchange.begun.length === 1);
    await listener.drain(10_000);
    client.socket.resume();
    await client.ended();
    expect(client.received.length).toBeLessThan(largeBytes);
  });
});

describe("a client that takes too long", () => {
  test.each([
    ["with nothing", "", []],
    ["between requests", request("/echo"), [200]],
    ["in its head", "GET / HT", [408]],
    ["in its body", request("/echo", "abc").slice(0, -1), [408]],
    ["in a body that was refused", request("/refused", "abc").slice(0, -1), [401]],
  ])("%s is hung up on", async (_, text, statuses) => {
    await restart({ idleMs: 50 });
    using client = new Client();
    client.socket.write(text);
    await client.ended();
    expect(client.statuses).toEqual(statuses);
  });

  test("for one request is hung up on, though it is never silent", async () => {
    await restart({ requestMs: 100 });
    using client = new Client();
    const trickle = setInterval(() => client.socket.write("a"), 5);
    await client.ended();
    clearInterval(trickle);
    expect(client.statuses).toEqual([408]);
  });

  test("to hang up is cut off", async () => {
    await restart({ lingerMs: 50 });
    using client = new Client();
    client.socket.write("nonsense\r\n\r\n");
    const closed = Promise.withResolvers<void>();
    client.socket.once("close", () => closed.resolve());
    const trickle = setInterval(() => client.socket.write("a"), 5);
    await closed.promise;
    clearInterval(trickle);
    expect(client.statuses).toEqual([400]);
  });

  test("is not one whose answer takes long", async () => {
    await restart({ idleMs: 50, requestMs: 50 });
    using slow = await RawConnection.open(listener.url);
    using idle = new Client();
    slow.write(request("/held"));
    await idle.ended();
    exchange.release();
    expect((await slow.answer()).body).toBe("released");
  });
});

describe("an exchange that throws", () => {
  test.each(["/throws", "/rejects", "/take-throws"])(
    "%s costs its client a 500, and nobody else anything",
    async (path) => {
      using other = await RawConnection.open(listener.url);
      other.write(request("/held"));
      using client = new Client();
      client.socket.write(request("/echo") + request(path, "abc") + request("/smuggled"));
      await client.ended();
      expect(client.statuses).toEqual([200, 500]);
      expect(faults).toHaveLength(1);
      exchange.release();
      expect((await other.answer()).body).toBe("released");
      expect(exchange.begun).not.toContain("POST /smuggled");
    },
  );
});

describe("draining", () => {
  test("closes idle connections, lets begun requests finish, and takes no others", async () => {
    using idle = new Client();
    using used = await RawConnection.open(listener.url);
    using busy = new Client();
    using sending = new Client();
    used.write(request("/echo"));
    await used.answer();
    busy.socket.write(request("/held") + request("/echo"));
    sending.socket.write(request("/held", "abc").slice(0, -1));
    await waitUntil("both have begun", () => exchange.begun.length === 3 && exchange.held.length === 1);
    const drained = listener.drain(10_000);
    await idle.ended();
    await expect(RawConnection.open(listener.url)).rejects.toThrow();
    exchange.release();
    sending.socket.write("c");
    await waitUntil("the other is being answered", () => exchange.held.length === 1);
    exchange.release();
    await Promise.all([busy.ended(), sending.ended()]);
    for (const { statuses, received } of [busy, sending]) {
      expect(statuses).toEqual([200]);
      expect(received).toContain("Connection: close");
    }
    busy.socket.destroy();
    await drained;
    expect(exchange.begun).toEqual(["POST /echo", "POST /held", "POST /held"]);
  });

  test("does not wait for a refused body's connection once that has come", async () => {
    using client = new Client();
    client.socket.write(request("/refused", "abc").slice(0, -1));
    await waitUntil("it is refused", () => client.statuses.length === 1);
    const drained = listener.drain(10_000);
    client.socket.write("c");
    await client.ended();
    await drained;
  });

  test("cuts off what takes longer than it may", async () => {
    using client = new Client();
    client.socket.write(request("/held"));
    await waitUntil("it is being answered", () => exchange.held.length === 1);
    await listener.drain(20);
    await client.ended();
    exchange.release();
    expect(client.statuses).toEqual([]);
  });
});

describe("many connections", () => {
  test("are answered side by side, and those over the limit are closed", async () => {
    const clients = Array.from({ length: limits.connectionsMax + 20 }, () => new Client());
    await waitUntil("all are connected", () =>
      clients.every(({ socket }) => socket.readyState !== "opening"),
    );
    for (const { socket } of clients) socket.write(request("/echo", "hello"));
    await waitUntil("all are answered or closed", () =>
      clients.every(({ statuses, isEnded }) => isEnded || statuses.length === 1),
    );
    expect(clients.filter(({ statuses }) => statuses[0] === 200)).toHaveLength(limits.connectionsMax);
    for (const client of clients) client[Symbol.dispose]();
    await waitUntil("there is room again", () =>
      expectUsable().then(
        () => true,
        () => false,
      ),
    );
  });
});

describe("with TLS", () => {
  const certificate = tlsFixture("first");
  beforeEach(async () => {
    await listener.drain(0);
    start(limits, certificate);
  });

  function secure(): Client {
    return new Client(connectTls({ host: "127.0.0.1", port: portOf(listener), ca: certificate.cert }));
  }

  test("requests in pieces, a large answer, and a refusal while the client is still sending", async () => {
    using client = secure();
    for (const piece of [
      request("/echo", "a"),
      "POST /echo HT",
      "TP/1.1\r\nHost: weir\r\n\r\n",
      request("/large"),
    ]) {
      client.socket.write(piece);
    }
    await waitUntil(
      "all is answered",
      () => client.received.length > largeBytes && client.received.endsWith("xxx"),
    );
    client.socket.write("nonsense\r\n\r\n");
    client.socket.write(Buffer.alloc(1024 * 1024));
    await client.ended();
    expect(client.statuses).toEqual([200, 200, 200, 400]);
  });

  test("a client that does not speak it is closed", async () => {
    using client = new Client();
    client.socket.write(request("/echo"));
    await client.ended();
    expect(client.statuses).toEqual([]);
    expect(exchange.begun).toEqual([]);
  });

  test("a client that never greets is closed when it takes too long", async () => {
    await listener.drain(0);
    start({ ...limits, idleMs: 50 }, certificate);
    using client = new Client();
    await client.ended();
  });
});
