import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { bodyBytesMax, inChunks, request, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const server = new TestListener();

describe("a body that is not wanted", () => {
  test.each([
    ["by its length", request("/echo", "x".repeat(bodyBytesMax + 1))],
    ["in chunks", inChunks("/echo", ...new Array(11).fill("x".repeat(bodyBytesMax / 10)))],
  ])("too large %s: refused, and the connection stays good", async (_, text) => {
    using connection = await RawConnection.open(server.url);
    connection.write(text + request("/echo", "next"));
    expect((await connection.answer()).status).toBe(413);
    expect((await connection.answer()).body).toBe("/echo:next");
    expect(server.exchange.bodies).toEqual([null, "next"]);
  });

  test("of exactly the limit is taken", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(request("/echo", "x".repeat(bodyBytesMax)));
    expect((await connection.answer()).status).toBe(200);
  });

  test("without end is not read for ever", async () => {
    using client = server.client();
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
    using connection = await RawConnection.open(server.url);
    for (let i = 0; i < 2; i++) {
      connection.write(expecting("/echo", 3));
      expect((await connection.answer()).status).toBe(100);
      connection.write("abc");
      expect((await connection.answer()).body).toBe("/echo:abc");
    }
  });

  test("a body that comes along is not asked for", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(`${expecting("/echo", 3)}abc`);
    expect((await connection.answer()).body).toBe("/echo:abc");
  });

  test("no body, nothing to ask for", async () => {
    using connection = await RawConnection.open(server.url);
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
      using client = server.client();
      client.socket.write(expecting(path, bytes));
      await client.ended();
      expect(client.statuses).toEqual([status]);
      expect(client.received).toContain("Connection: close");
    },
  );
});
