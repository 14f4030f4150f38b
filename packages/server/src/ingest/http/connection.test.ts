import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../../../../../tests/harness/raw-connection.ts";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { inChunks, largeBytes, request, TestListener } from "./test-connections.ts";

setDefaultTimeout(20_000);
const server = new TestListener();

describe("requests that arrive in pieces", () => {
  const several =
    request("/a", "one") +
    inChunks("/b", "tw", "o") +
    request("/refused", "GET /smuggled HTTP/1.1\r\nHost: weir\r\n\r\n") +
    `\r\n\r\n${request("/c", "")}` +
    request("/refused-later", "POST /smuggled") +
    request("/d", "four");
  const bodies = ["/a:one", "/b:two", "refused", "/c:", "refused", "/d:four"];
  const begun = ["POST /a", "POST /b", "POST /refused", "POST /c", "POST /refused-later", "POST /d"];

  test("are answered when cut in two at any byte", async () => {
    using connection = await RawConnection.open(server.url);
    for (let cut = 1; cut < several.length; cut++) {
      server.exchange.begun.length = 0;
      connection.write(several.slice(0, cut));
      // The next turn of the loop sends the rest on its own, because the first piece has been written by then.
      await new Promise(setImmediate);
      connection.write(several.slice(cut));
      for (const body of bodies) expect((await connection.answer()).body).toBe(body);
      expect(server.exchange.begun).toEqual(begun);
    }
  });

  test("are answered when sent byte by byte", async () => {
    using client = server.client();
    client.socket.setNoDelay(true);
    for (const character of several) {
      client.socket.write(character);
      await new Promise(setImmediate);
    }
    await waitUntil("all is answered", () => client.statuses.length === bodies.length);
    expect(server.exchange.begun).toEqual(begun);
  });

  test("are answered in order when thousands arrive in one write", async () => {
    const count = 5000;
    using connection = await RawConnection.open(server.url);
    connection.write(Array.from({ length: count }, (_, i) => request("/echo", String(i))).join(""));
    for (let i = 0; i < count; i++) expect((await connection.answer()).body).toBe(`/echo:${i}`);
  });

  test("wait while the one before is being answered", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write(request("/held") + request("/refused") + request("/held"));
    await waitUntil("the first is being answered", () => server.exchange.held.length === 1);
    expect(server.exchange.begun).toEqual(["POST /held"]);
    server.exchange.release();
    expect((await connection.answer()).body).toBe("released");
    expect((await connection.answer()).status).toBe(401);
    await waitUntil("the last is being answered", () => server.exchange.held.length === 1);
    server.exchange.release();
    expect((await connection.answer()).body).toBe("released");
  });
});

describe("invalid input is answered once, and nothing behind it is read", () => {
  const smuggled = "GET /smuggled HTTP/1.1\r\nHost: weir\r\n\r\n";
  test.each<[string, number, string]>([
    ["a head that is malformed", 400, "GET /\r\n\r\n"],
    ["two framings", 400, request("/echo", "x", ["Transfer-Encoding: chunked"])],
    ["a body without an end", 400, "POST / HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: gzip\r\n\r\n"],
    ["lines that end in a bare line feed", 400, "GET / HTTP/1.1\nHost: weir\n\n"],
    ["a tunnel", 501, "CONNECT weir:80 HTTP/1.1\r\nHost: weir\r\n\r\n"],
    ["another coding", 501, "POST / HTTP/1.1\r\nHost: weir\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"],
    ["another version", 505, "GET / HTTP/3.0\r\nHost: weir\r\n\r\n"],
    ["a target that is too long", 414, `GET /${"a".repeat(17_000)} HTTP/1.1\r\nHost: weir\r\n\r\n`],
    ["a head without end", 431, `GET / HTTP/1.1\r\nX: ${"a".repeat(17_000)}`],
    ["a chunk that is malformed", 400, `${inChunks("/echo", "abc").slice(0, -5)}zz\r\n\r\n`],
    ["a TLS greeting", 400, "\x16\x03\x01\x02\r\n\r\n"],
  ])("%s: %d", async (_, status, text) => {
    using client = server.client();
    client.socket.write(request("/echo", "before") + text + smuggled);
    await client.ended();
    expect(client.statuses).toEqual([200, status]);
    expect(client.received).toContain("Connection: close");
    expect(server.exchange.begun).not.toContain("GET /smuggled");
    await server.expectUsable();
  });

  test.each<[string, number, string]>([
    ["bare line feeds", 400, "GET / HTTP/1.1\nHost: weir\n\n"],
    ["a TLS greeting", 400, "\x16\x03\x01\x02\0\x01"],
    ["another protocol", 400, "EHLO weir\r\n"],
    ["another version", 505, "GET / HTTP/2.0\r\n"],
  ])("answers %s at once, without waiting for the end of a head", async (_, status, text) => {
    using client = server.client();
    client.socket.write(text);
    await client.ended();
    expect(client.statuses).toEqual([status]);
  });

  test("answers a refused body once, even if its rest is malformed", async () => {
    using client = server.client();
    client.socket.write(`${inChunks("/refused", "abc").slice(0, -5)}zz\r\n\r\n${smuggled}`);
    await client.ended();
    expect(client.statuses).toEqual([401]);
    expect(server.exchange.begun).toEqual(["POST /refused"]);
  });

  test("lets a client that is still sending read why it is refused", async () => {
    using client = server.client();
    client.socket.write("nonsense\r\n\r\n");
    client.socket.write(Buffer.alloc(largeBytes));
    await client.ended();
    expect(client.statuses).toEqual([400]);
    const sent = Promise.withResolvers<void>();
    client.socket.end("the end", sent.resolve);
    await sent.promise;
  });
});

describe("versions, HEAD and the end of a connection", () => {
  test.each<[string, string[], string | undefined]>([
    ["HTTP/1.1", [], undefined],
    ["HTTP/1.2", [], undefined],
    ["HTTP/1.0", ["Connection: keep-alive"], "keep-alive"],
  ])("keeps the connection after %s %j", async (version, lines, connectionHeader) => {
    using connection = await RawConnection.open(server.url);
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
  ])("closes the connection after %s %j, and does not read what follows", async (version, lines) => {
    using client = server.client();
    const head = [`GET /held ${version}`, "Host: weir", ...lines, "", ""].join("\r\n");
    client.socket.write(head + request("/smuggled"));
    await waitUntil("it is being answered", () => server.exchange.held.length === 1);
    server.exchange.release();
    await client.ended();
    expect(client.statuses).toEqual([200]);
    expect(server.exchange.begun).toEqual(["GET /held"]);
  });

  test("answers HEAD with the headers of the body and no body", async () => {
    using connection = await RawConnection.open(server.url);
    connection.write("HEAD /refused HTTP/1.1\r\nHost: weir\r\n\r\n");
    const { status, headers } = await connection.answer({ hasBody: false });
    expect([status, headers["content-length"]]).toEqual([401, "7"]);
    connection.write(request("/echo", "next"));
    expect((await connection.answer()).body).toBe("/echo:next");
  });

  test("still answers a client that has closed its sending side", async () => {
    using client = server.client();
    client.socket.end(
      request("/held", "a") + request("/echo", "b") + request("/held", "c") + "POST /unfinished",
    );
    for (const body of ["a", "c"]) {
      await waitUntil(
        "it is being answered",
        () => server.exchange.held.length === 1 && server.exchange.bodies.at(-1) === body,
      );
      server.exchange.release();
    }
    await client.ended();
    expect(client.statuses).toEqual([200, 200, 200]);
  });
});

describe("an exchange that throws", () => {
  test.each(["/throws", "/rejects", "/take-throws"])(
    "%s gives its client a 500 and affects nobody else",
    async (path) => {
      using other = await RawConnection.open(server.url);
      other.write(request("/held"));
      using client = server.client();
      client.socket.write(request("/echo") + request(path, "abc") + request("/smuggled"));
      await client.ended();
      expect(client.statuses).toEqual([200, 500]);
      expect(server.faults).toHaveLength(1);
      server.exchange.release();
      expect((await other.answer()).body).toBe("released");
      expect(server.exchange.begun).not.toContain("POST /smuggled");
    },
  );
});
