import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { largeBytes, request, type TestClient, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const server = new TestListener();

describe("a client that leaves", () => {
  const whole = request("/held", "abc");
  test.each([
    ["before it says anything", 0],
    ["in its head", 20],
    ["in its body", whole.length - 1],
    ["while it is answered", whole.length],
  ])("%s leaves nothing behind", async (_, bytes) => {
    for (const leave of ["destroy", "resetAndDestroy", "end"] as const) {
      using client = server.client();
      await waitUntil("it is connected", () => client.socket.readyState === "open");
      const written = Promise.withResolvers<void>();
      client.socket.write(whole.slice(0, bytes), () => written.resolve());
      await written.promise;
      if (bytes === whole.length)
        await waitUntil("it is being answered", () => server.exchange.held.length === 1);
      client.socket[leave]();
      await server.expectUsable();
      if (server.exchange.held.length > 0) server.exchange.release();
    }
    await server.listener.drain(10_000);
    expect(server.faults).toEqual([]);
  });

  test("loses its further requests with the connection", async () => {
    using client = server.client();
    client.socket.write(request("/held") + request("/echo", "never"));
    await waitUntil("it is being answered", () => server.exchange.held.length === 1);
    client.socket.resetAndDestroy();
    await server.expectUsable();
    server.exchange.release();
    await server.expectUsable();
    expect(server.exchange.bodies).not.toContain("never");
  });
});

describe("a client that sends without reading", () => {
  /** Returns how much a client could send until the server stopped reading for a while. */
  async function sendUntilHeldBack(client: TestClient, text: string): Promise<number> {
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

  test("is held back while its answers are unread, then gets all of them", async () => {
    using client = server.client();
    client.socket.pause();
    client.socket.write(request("/large"));
    await waitUntil("the answer is begun", () => server.exchange.begun.length === 1);
    const sent = await sendUntilHeldBack(client, request("/refused"));
    expect(sent).toBeLessThan(64 * 1024 * 1024);
    expect(server.exchange.begun).toEqual(["POST /large"]);
    client.socket.removeAllListeners("data");
    let bytes = 0;
    client.socket.on("data", (piece) => {
      bytes += piece.length;
    });
    client.socket.resume();
    await waitUntil("later answers come", () => server.exchange.begun.length > 1000 && bytes > largeBytes);
  });

  test("is held back while an answer is being made", async () => {
    using client = server.client();
    client.socket.write(request("/held"));
    await waitUntil("it is being answered", () => server.exchange.held.length === 1);
    expect(await sendUntilHeldBack(client, request("/refused"))).toBeLessThan(64 * 1024 * 1024);
    expect(server.exchange.begun).toEqual(["POST /held"]);
    server.exchange.release();
    await waitUntil("later requests are answered", () => server.exchange.begun.length > 1000);
  });

  test("gets its last answer completely before the connection is closed", async () => {
    using client = server.client();
    client.socket.pause();
    client.socket.write(request("/large", "", ["Connection: close"]));
    await waitUntil("the answer is begun", () => server.exchange.begun.length === 1);
    client.socket.resume();
    await client.ended();
    expect(client.received.endsWith("xxx")).toBe(true);
    expect(client.received.length).toBeGreaterThan(largeBytes);
  });

  test("is disconnected when it takes too long", async () => {
    await server.restart({ idleMs: 300 });
    using client = server.client();
    client.socket.pause();
    client.socket.write(request("/large"));
    await waitUntil("the answer is begun", () => server.exchange.begun.length === 1);
    await server.listener.drain(10_000);
    client.socket.resume();
    await client.ended();
    expect(client.received.length).toBeLessThan(largeBytes);
  });
});

describe("clients that do not read", () => {
  const heldBytesMax = 40 * 1024 * 1024;

  async function readNothing(): Promise<TestClient> {
    const client = server.client();
    client.socket.pause();
    const before = server.exchange.begun.length;
    client.socket.write(request("/large"));
    await waitUntil("the answer is begun", () => server.exchange.begun.length > before);
    return client;
  }

  test("share a limited amount of memory: the longest waiting are closed", async () => {
    await server.restart({ heldBytesMax });
    using clients = new DisposableStack();
    const all: TestClient[] = [];
    for (let i = 0; i < 6; i++) {
      all.push(clients.use(await readNothing()));
      expect(server.listener.heldBytes).toBeLessThanOrEqual(heldBytesMax);
      await server.expectUsable();
    }
    expect(server.listener.connections).toBeLessThan(6);
    for (const client of all) client.socket.resume();
    await Promise.all([all[0]!.ended(), all[1]!.ended()]);
    expect(all[0]!.received.length).toBeLessThan(largeBytes);
    const last = all.at(-1)!;
    await waitUntil("the last has its answer", () => last.received.length > largeBytes);
    await waitUntil("nothing is held any more", () => server.listener.heldBytes === 0);
  });

  test("hold no memory of their own for bytes that answers share, and are closed after a while", async () => {
    await server.restart({ idleMs: 300 });
    using clients = new DisposableStack();
    for (let i = 0; i < 20; i++) {
      const client = clients.use(server.client());
      client.socket.pause();
      client.socket.write(request("/shared").repeat(3));
    }
    await waitUntil("all have begun", () => server.exchange.begun.length === 20);
    await server.expectUsable();
    let heldMost = 0;
    await waitUntil("all are closed", () => {
      heldMost = Math.max(heldMost, server.listener.heldBytes);
      return server.listener.connections === 0;
    });
    expect(heldMost).toBeLessThan(1_000_000);
    expect(server.exchange.begun.filter((begun) => begun === "POST /shared")).toHaveLength(20);
  });

  test("are limited together with what they have sent ahead", async () => {
    await server.restart({ heldBytesMax: 1_000_000 });
    using clients = new DisposableStack();
    for (let i = 0; i < 20; i++) {
      const client = clients.use(server.client());
      client.socket.pause();
      client.socket.write(request("/shared") + "x".repeat(300_000));
    }
    await waitUntil(
      "some are closed",
      () => server.exchange.begun.length === 20 && server.listener.connections < 20,
    );
    await waitUntil("little is held", () => server.listener.heldBytes <= 1_000_000);
    await server.expectUsable();
  });
});

describe("a source with many connections", () => {
  test("gets no further ones until it closes some, while other sources do", async () => {
    using clients = new DisposableStack();
    for (let i = 0; i < 100; i++) clients.use(server.client());
    await waitUntil("all are open", () => server.listener.connections === 100);
    using refused = server.client();
    await refused.ended();
    expect(server.refusedSources).toEqual(["127.0.0.1"]);
    server.sourceOf = () => null;
    await server.expectUsable();
    server.sourceOf = () => "192.0.2.7";
    await server.expectUsable();
    server.sourceOf = (peerAddress) => peerAddress;
    clients.dispose();
    await waitUntil("all are closed", () => server.listener.connections === 0);
    await server.expectUsable();
  });
});

describe("a client that sends empty lines", () => {
  test("and nothing else is disconnected like a silent one", async () => {
    await server.restart({ idleMs: 100 });
    using client = server.client();
    const trickle = setInterval(() => client.socket.write("\r\n"), 20);
    await client.ended();
    clearInterval(trickle);
    expect(client.statuses).toEqual([]);
  });

  test("may send a few before each request", async () => {
    using connection = await RawConnection.open(server.url);
    for (let i = 0; i < 50; i++) {
      connection.write("\r\n\r\n");
      connection.write(request("/echo", String(i)));
      expect((await connection.answer()).body).toBe(`/echo:${i}`);
    }
  });

  test("without end is refused", async () => {
    using client = server.client();
    client.socket.write("\r\n".repeat(33));
    await client.ended();
    expect(client.statuses).toEqual([400]);
  });
});

describe("a client that takes too long", () => {
  test.each([
    ["with nothing", "", []],
    ["between requests", request("/echo"), [200]],
    ["in its head", "GET / HT", [408]],
    ["in its body", request("/echo", "abc").slice(0, -1), [408]],
    ["in a body that was refused", request("/refused", "abc").slice(0, -1), [401]],
  ])("%s is disconnected", async (_, text, statuses) => {
    await server.restart({ idleMs: 300 });
    using client = server.client();
    client.socket.write(text);
    await client.ended();
    expect(client.statuses).toEqual(statuses);
  });

  test("for one request is disconnected, even if it keeps sending", async () => {
    await server.restart({ requestMs: 100 });
    using client = server.client();
    const trickle = setInterval(() => client.socket.write("a"), 5);
    await client.ended();
    clearInterval(trickle);
    expect(client.statuses).toEqual([408]);
  });

  test("to close is cut off", async () => {
    await server.restart({ lingerMs: 50 });
    using client = server.client();
    client.socket.write("nonsense\r\n\r\n");
    const closed = Promise.withResolvers<void>();
    client.socket.once("close", () => closed.resolve());
    const trickle = setInterval(() => client.socket.write("a"), 5);
    await closed.promise;
    clearInterval(trickle);
    expect(client.statuses).toEqual([400]);
  });

  test("is not confused with one whose answer takes long", async () => {
    await server.restart({ idleMs: 300, requestMs: 300 });
    using slow = await RawConnection.open(server.url);
    using idle = server.client();
    slow.write(request("/held"));
    await idle.ended();
    server.exchange.release();
    expect((await slow.answer()).body).toBe("released");
  });
});
