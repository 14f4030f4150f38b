import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { RawConnection } from "../harness/raw-connection.ts";
import { timeoutMs, useServer } from "./contract-server.ts";

setDefaultTimeout(timeoutMs);
const MiB = 1024 * 1024;

function head(path: string, bodyBytes: number, lines: readonly string[] = []): string {
  const all = [`POST ${path} HTTP/1.1`, "Host: weir", `Content-Length: ${bodyBytes}`, ...lines];
  return `${all.join("\r\n")}\r\n\r\n`;
}

describe("a management request that is refused by its head", () => {
  const server = useServer();

  test.each([
    ["/api/manage/v1/nothing", [], 404],
    ["/api/manage/v1/session/nothing/at/all", [], 404],
    ["/api/manage/v1/node-types", [], 405],
    ["/api/manage/v1/accounts", [], 401],
    ["/api/manage/v1/accounts", ["Authorization: Bearer wak_wrong"], 401],
    ["/api/manage/v1/session", ["Sec-Fetch-Site: cross-site"], 403],
  ])("is answered before its body arrives: %s with %j, %d", async (path, lines, status) => {
    using connection = await RawConnection.open(server().weir.manageUrl);
    connection.write(head(path, 8 * MiB, lines));
    expect((await connection.answer()).status).toBe(status);
    connection.write(Buffer.alloc(8 * MiB - 1, "GET /smuggled HTTP/1.1\r\nHost: weir\r\n\r\n"));
    connection.write("x".concat("GET /healthz HTTP/1.1\r\nHost: weir\r\n\r\n"));
    expect((await connection.answer()).body).toBe('{"status":"ok"}');
  });

  test("is answered by the length of a body over the limit of its route", async () => {
    using connection = await RawConnection.open(server().weir.manageUrl);
    connection.write(head("/api/manage/v1/session", 64 * 1024 + 1, ["Content-Type: application/json"]));
    const { status, headers, body } = await connection.answer();
    expect([status, JSON.parse(body).code]).toEqual([413, "too_large"]);
    expect(headers["x-ratelimit-remaining"]).toMatch(/^\d+$/);
    expect(headers["x-request-id"]).toMatch(/./);
    expect(JSON.parse(body).detail).toContain("65536");
  });
});

describe("devices whose bodies take more room than there is", () => {
  const server = useServer({ bodies_bytes_max: String(MiB) });

  test("are answered 503 with Retry-After, while single readings are still accepted and the room is freed afterwards", async () => {
    const { weir, createDevice } = server();
    // Each node has its own room.
    const { url } = weir;
    const { uuid, token } = await createDevice();
    const path = `/api/v1/devices/${uuid}/readings`;
    const lines = [`Authorization: Bearer ${token}`, "Content-Type: application/json"];
    const entry = { sensor_slug: "temperature", value: 1, timestamp: "2026-06-15T11:00:00Z" };
    const text = JSON.stringify({ data: [entry] });
    const padded = text + " ".repeat(1_000_000 - text.length);

    using large = await RawConnection.open(url);
    large.write(head(path, padded.length, lines));
    large.write(padded.slice(0, -1));
    using second = await RawConnection.open(url);
    let refused = await askLarge(second);
    while (refused.status !== 503) refused = await askLarge(second);
    expect(refused.headers["retry-after"]).toBe("5");
    expect(JSON.parse(refused.body)).toEqual({ message: "Service unavailable.", error: "unavailable" });

    using usual = await RawConnection.open(url);
    usual.write(head(path, text.length, lines) + text);
    expect((await usual.answer()).status).toBe(202);
    large.write(" ");
    expect((await large.answer()).status).toBe(202);
    expect((await askLarge(second)).status).toBe(202);

    /** Sent in pieces, because a body in one piece needs no room. */
    async function askLarge(connection: RawConnection) {
      connection.write(head(path, padded.length, lines));
      for (let at = 0; at < padded.length; at += 100_000) {
        connection.write(padded.slice(at, at + 100_000));
        await new Promise(setImmediate);
      }
      return connection.answer();
    }
  });
});
