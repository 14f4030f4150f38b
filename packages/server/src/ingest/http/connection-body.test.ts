import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { bodyBytesMax, inChunks, largeBytes, request, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const server = new TestListener();

describe("large bodies", () => {
  test.each([
    ["by its length", request("/echo", "x".repeat(bodyBytesMax + 1))],
    ["in chunks", inChunks("/echo", ...new Array(11).fill("x".repeat(bodyBytesMax / 10)))],
  ])("are refused above the limit (%s), and the connection stays usable", async (_, text) => {
    using connection = await RawConnection.open(server.url);
    connection.write(text + request("/echo", "next"));
    expect((await connection.answer()).status).toBe(413);
    expect((await connection.answer()).body).toBe("/echo:next");
    expect(server.exchange.bodies).toEqual(["too large", "next"]);
  });

  test("are accepted at exactly the limit", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(request("/echo", "x".repeat(bodyBytesMax)));
    expect((await connection.answer()).status).toBe(200);
  });

  test("are not read forever if they never end", async () => {
    using client = server.client();
    client.socket.write("POST /refused HTTP/1.1\r\nHost: weir\r\nContent-Length: 999999999999999\r\n\r\n");
    const piece = Buffer.alloc(1024 * 1024);
    // A write to a closed socket calls back at once with an error, for ever and without a pause.
    const send = (error?: Error | null): void => {
      if (!error && !client.isEnded) client.socket.write(piece, send);
    };
    send();
    await client.ended();
    expect(client.statuses).toEqual([401]);
  });
});

describe("Expect: 100-continue", () => {
  const expecting = (path: string, bytes: number): string =>
    `POST ${path} HTTP/1.1\r\nHost: weir\r\nExpect: 100-continue\r\nContent-Length: ${bytes}\r\n\r\n`;

  test("asks for every body that will be read", async () => {
    using connection = await RawConnection.open(server.url);
    for (let i = 0; i < 2; i++) {
      connection.write(expecting("/echo", 3));
      expect((await connection.answer()).status).toBe(100);
      connection.write("abc");
      expect((await connection.answer()).body).toBe("/echo:abc");
    }
  });

  test("does not ask for a body that is already arriving", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(`${expecting("/echo", 3)}abc`);
    expect((await connection.answer()).body).toBe("/echo:abc");
  });

  test("does not ask if there is no body", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(expecting("/echo", 0));
    expect((await connection.answer()).status).toBe(200);
  });

  test.each([
    ["/refused", 3, 401],
    ["/refused-later", 3, 401],
    ["/echo", bodyBytesMax + 1, 413],
  ])(
    "refuses %s with %d bytes and closes, because the client may or may not send them",
    async (path, bytes, status) => {
      using client = server.client();
      client.socket.write(expecting(path, bytes));
      await client.ended();
      expect(client.statuses).toEqual([status]);
      expect(client.received).toContain("Connection: close");
    },
  );
});

describe("a body while the server decides whether to read it", () => {
  const undecided = (count: number) =>
    waitUntil("it is to be decided", () => server.exchange.undecided.length === count);

  test("is received after the decision, including the part that came before", async () => {
    using connection = await RawConnection.open(server.url);
    const text = request("/decided-later", "abcdef");
    for (const cut of [text.length, text.length - 3, text.length - 6]) {
      connection.write(text.slice(0, cut));
      await undecided(1);
      server.exchange.undecided.shift()!();
      connection.write(text.slice(cut));
      expect((await connection.answer()).body).toBe("/decided-later:abcdef");
    }
  });

  test("is not read meanwhile, so that a client cannot fill memory with it", async () => {
    using client = server.client();
    client.socket.write(
      `POST /decided-later HTTP/1.1\r\nHost: weir\r\nContent-Length: ${largeBytes}\r\n\r\n`,
    );
    await undecided(1);
    let isSent = false;
    client.socket.write(Buffer.alloc(largeBytes), () => {
      isSent = true;
    });
    await server.expectUsable();
    expect(isSent).toBe(false);
    server.exchange.undecided.shift()!();
    await waitUntil("it is refused", () => client.statuses.length === 1);
    expect(client.statuses).toEqual([413]);
  });

  test("is requested only after the decision if the client waits for 100 Continue", async () => {
    using connection = await RawConnection.open(server.url);
    const lines = ["Expect: 100-continue"];
    connection.write(request("/decided-later", "abc", lines).slice(0, -3));
    await undecided(1);
    expect(connection.unreadBytes).toBe(0);
    server.exchange.undecided.shift()!();
    expect((await connection.answer()).status).toBe(100);
    connection.write("abc");
    expect((await connection.answer()).body).toBe("/decided-later:abc");
  });

  test("may be absent, and requests behind it are answered in order", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(request("/decided-later") + request("/echo", "next"));
    await undecided(1);
    expect(server.exchange.begun).toEqual(["POST /decided-later"]);
    server.exchange.undecided.shift()!();
    expect((await connection.answer()).body).toBe("/decided-later:");
    expect((await connection.answer()).body).toBe("/echo:next");
  });

  test("is dropped if the client is gone", async () => {
    using client = server.client();
    client.socket.write(request("/decided-later", "abc"));
    await undecided(1);
    client.socket.resetAndDestroy();
    await server.expectUsable();
    server.exchange.undecided.shift()!();
    await server.listener.drain(10_000);
    expect([server.exchange.bodies.includes("abc"), server.faults]).toEqual([false, []]);
  });
});

describe("the memory of a body", () => {
  const body = "0123456789".repeat(6000);

  test.each([
    ["in one piece", "/at-once", []],
    ["in one piece", "/echo", []],
    ["in several pieces", "/at-once", [200, 30_000]],
    ["in several pieces", "/echo", [200, 30_000]],
  ])("that came %s to %s is freed only if it was read at once", async (_, target, cuts) => {
    using connection = await RawConnection.open(server.url);
    const text = request(target, body);
    let start = 0;
    for (const end of [...cuts, text.length]) {
      connection.write(text.slice(start, end));
      start = end;
      const wanted = server.exchange.room.taken + 1;
      if (end > 200 && end < text.length)
        await waitUntil("it is received", () => server.exchange.room.taken >= wanted);
    }
    expect((await connection.answer()).body).toBe(`${target}:${body}`);
    expect(server.exchange.taken.map(({ length }) => length)).toEqual([
      target === "/at-once" ? 0 : body.length,
    ]);
    expect(server.exchange.room.taken).toBe(0);
  });

  test("is kept if another request follows it", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(request("/at-once", body) + request("/echo", "next") + request("/at-once", body));
    expect((await connection.answer()).body).toBe(`/at-once:${body}`);
    expect((await connection.answer()).body).toBe("/echo:next");
    expect((await connection.answer()).body).toBe(`/at-once:${body}`);
  });
});

describe("bodies of several connections", () => {
  const most = "x".repeat(90_000);

  /** A connection on which all but the last byte of a body was sent, in two pieces. */
  async function sendMost(): Promise<RawConnection> {
    const connection = await RawConnection.open(server.url);
    const takenBytes = server.exchange.room.taken;
    connection.write(request("/echo", most).slice(0, 1000));
    connection.write(request("/echo", most).slice(1000, -1));
    await waitUntil("it is received", () => server.exchange.room.taken >= takenBytes + 80_000);
    return connection;
  }

  test("share their room: a body beyond it is refused, and the room is free again after the answers", async () => {
    using first = await sendMost();
    using second = await sendMost();
    using third = await RawConnection.open(server.url);
    third.write(inChunks("/echo", ...new Array(8).fill("x".repeat(10_000))) + request("/echo", "next"));
    expect((await third.answer()).status).toBe(503);
    expect((await third.answer()).body).toBe("/echo:next");
    for (const connection of [first, second]) {
      connection.write("x");
      expect((await connection.answer()).body).toBe(`/echo:${most}`);
    }
    expect(server.exchange.room.taken).toBe(0);
  });

  test("that hardly arrive are given up while others need the room", async () => {
    await server.restart({ trickleMs: 1 });
    using slow = await RawConnection.open(server.url);
    slow.write(request("/echo", most).slice(0, 600));
    slow.write(request("/echo", most).slice(600, 1000));
    await waitUntil("it is received", () => server.exchange.room.taken > 0);
    using first = await sendMost();
    using second = await sendMost();
    expect((await slow.answer()).status).toBe(408);
    for (const connection of [first, second]) {
      connection.write("x");
      expect((await connection.answer()).body).toBe(`/echo:${most}`);
    }
  });

  test("release their room when a client leaves", async () => {
    const connection = await sendMost();
    connection[Symbol.dispose]();
    await waitUntil("the room is free", () => server.exchange.room.taken === 0);
  });
});
