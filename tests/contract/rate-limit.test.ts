import { describe, expect, test } from "bun:test";
import { SourceKeys } from "../../packages/server/src/ingest/limit/source-key.ts";
import { parseNetwork } from "../../packages/server/src/platform/address.ts";
import { wireRequest } from "../harness/device-client.ts";
import { RawConnection } from "../harness/raw-connection.ts";
import { renderRequest } from "../harness/wire-request.ts";
import { resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable, type Exchange, expectAnswer } from "./contract-table.ts";
import { type ExpectedAnswer, invalid, tooMany, withHeaders } from "./expected-answers.ts";

const noon = Date.parse("2026-06-15T12:00:00Z") / 1000;
const left = (remaining: number) =>
  withHeaders(invalid("data"), { "x-ratelimit-remaining": String(remaining) });

describe("rate limit: of 1000", () => {
  const server = useServer({ rate_limit: "1000" });

  test(
    "lets 1000 requests of one source pass, counts down, and answers the 1001st with 429",
    async () => {
      const { weir, client, createDevice } = server();
      resetClock(server());
      const device = await createDevice();
      using connection = await RawConnection.open(weir.url);
      const request = renderRequest(weir.url, wireRequest(device, single({})));
      for (let n = 1; n <= 1000; n++) {
        connection.write(request);
        const { status, headers } = await connection.answer();
        expect(`${n} ${status} ${headers["x-ratelimit-limit"]} ${headers["x-ratelimit-remaining"]}`).toBe(
          `${n} 422 1000 ${1000 - n}`,
        );
      }
      expectAnswer(await client.send(device, single({})), tooMany(60, noon + 60));
    },
    timeoutMs,
  );
});

// Each row uses its own sources behind a trusted proxy, so that each has a full budget.
describe("rate limit: windows", () => {
  const server = useServer({ rate_limit: "2", trusted_proxies: "127.0.0.1" });
  const from = (forwarded: string, answer: ExpectedAnswer, afterMs = 0): Exchange => ({
    afterMs,
    request: single({}, { headers: { "x-forwarded-for": forwarded } }),
    answer,
  });

  contractTable(server, [
    {
      ruling: "a window is 60 s from the source's first request, and fixed",
      exchanges: [
        from("192.0.2.1", left(1)),
        from("192.0.2.1", left(0), 30_000),
        from("192.0.2.1", tooMany(30, noon + 60)),
        from("192.0.2.1", tooMany(1, noon + 60), 29_999),
        from("192.0.2.1", left(1), 1),
        from("192.0.2.1", left(0), 59_999),
        from("192.0.2.1", left(1), 1),
      ],
    },
    {
      ruling: "windows start with the source, not with the minute",
      exchanges: [
        from("192.0.2.2", left(1), 12_345),
        from("192.0.2.2", left(0), 40_000),
        // The window ends at 12:01:12.345. Seconds are rounded up, so that a client that waits them out is accepted.
        from("192.0.2.2", tooMany(20, noon + 73)),
        from("192.0.2.2", tooMany(1, noon + 73), 19_999),
        from("192.0.2.2", left(1), 1),
      ],
    },
    {
      ruling: "a refused request is not counted: waiting Retry-After is enough",
      exchanges: [
        from("192.0.2.3", left(1)),
        from("192.0.2.3", left(0)),
        from("192.0.2.3", withHeaders(tooMany(60, noon + 60), { "x-ratelimit-remaining": "0" })),
        from("192.0.2.3", withHeaders(tooMany(60, noon + 60), { "x-ratelimit-remaining": "0" })),
        from("192.0.2.3", left(1), 60_000),
      ],
    },
    {
      ruling: "sources have budgets of their own",
      exchanges: [
        from("192.0.2.4", left(1)),
        from("192.0.2.4", left(0)),
        from("192.0.2.4", tooMany(60, noon + 60)),
        from("192.0.2.5", left(1)),
      ],
    },
    {
      ruling: "IPv6 sources count per /64",
      exchanges: [
        from("2001:db8:0:1::1", left(1)),
        from("2001:db8:0:1:ffff:ffff:ffff:ffff", left(0)),
        from("2001:db8:0:1::2", tooMany(60, noon + 60)),
        from("2001:db8:0:2::1", left(1)),
      ],
    },
    {
      ruling: "IPv4-mapped addresses count as IPv4",
      exchanges: [
        from("192.0.2.6", left(1)),
        from("::ffff:192.0.2.6", left(0)),
        from("::ffff:c000:206", tooMany(60, noon + 60)),
      ],
    },
    {
      ruling:
        "the right-most hop that is not a proxy counts; what stands left of it was written by strangers",
      exchanges: [
        from("198.51.100.1, 192.0.2.7", left(1)),
        from("198.51.100.2, 192.0.2.7, 127.0.0.1", left(0)),
        from("192.0.2.7", tooMany(60, noon + 60)),
        from("198.51.100.1", left(1)),
      ],
    },
  ]);
});

describe("rate limit: forwarding headers of strangers", () => {
  const server = useServer({ rate_limit: "2" });
  contractTable(server, [
    {
      ruling: "count for nothing",
      exchanges: ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map((address, n) => ({
        request: single(
          {},
          { headers: { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address } },
        ),
        answer: n < 2 ? left(1 - n) : tooMany(60, noon + 60),
      })),
    },
  ]);
});

describe("rate limit: JSON or a page", () => {
  const server = useServer({ rate_limit: "1", trusted_proxies: "127.0.0.1" });
  const from = (accept: string | null) => ({
    "x-forwarded-for": `192.0.2.${answers.findIndex(([other]) => other === accept)}`,
  });
  const page = { ...tooMany(60, noon + 60), text: /^<!DOCTYPE html>.*<h1>Too Many Attempts\.<\/h1>/s };
  const html = withHeaders(page, { "content-type": "text/html; charset=utf-8", vary: "Accept" });
  const json = withHeaders(tooMany(60, noon + 60), { "content-type": "application/json", vary: "Accept" });
  const answers: [accept: string | null, answer: ExpectedAnswer][] = [
    ["application/json", json],
    ["Application/JSON", json],
    ["application/json; charset=utf-8", json],
    ["text/html, application/json;q=0.5", json],
    ["application/vnd.api+json", json],
    ["application/problem+json, text/plain", json],
    ["application/json;q=0.001", json],
    ["text/html", html],
    ["*/*", html],
    ["application/*", html],
    ["", html],
    [null, html],
    ["application/json;q=0", html],
    ["application/json; q=0.0, text/html", html],
    ["application/json;q=0, application/vnd.api+json", json],
    ["application/jsonl", html],
    ["text/html; note=application/json", html],
  ];
  contractTable(
    server,
    answers.map(([accept, answer]) => ({
      ruling: `Accept: ${accept === null ? "absent" : `"${accept}"`} is answered with ${answer === json ? "JSON" : "a page"}`,
      exchanges: [
        { request: single({}, { headers: from(accept) }), answer: invalid("data") },
        { request: single({}, { headers: { accept, ...from(accept) } }), answer },
      ],
    })),
  );
});

/** Sources that a socket on one machine cannot have. */
describe("rate limit: the key of a source", () => {
  const proxies = ["10.0.0.0/8", "2001:db8:ffff::/48"].map((text) => parseNetwork(text)!);
  const keyOf = (peer: string, forwarded?: string) =>
    new SourceKeys(proxies).keyOf(
      peer,
      new Headers(forwarded === undefined ? {} : { "x-forwarded-for": forwarded }),
    );

  test("is the /64 of IPv6, the address of IPv4, and the IPv4 address of a mapped address", () => {
    expect(keyOf("2001:db8:1:2:3:4:5:6")).toBe(keyOf("2001:db8:1:2::"));
    expect(keyOf("2001:db8:1:2::")).not.toBe(keyOf("2001:db8:1:3::"));
    expect(keyOf("192.0.2.1")).not.toBe(keyOf("192.0.2.2"));
    expect(keyOf("::ffff:192.0.2.1")).toBe(keyOf("192.0.2.1"));
  });

  test("looks through trusted proxies of either family, and only through them", () => {
    const direct = keyOf("192.0.2.1");
    expect(keyOf("10.1.2.3", "192.0.2.1")).toBe(direct);
    expect(keyOf("::ffff:10.1.2.3", "192.0.2.1")).toBe(direct);
    expect(keyOf("2001:db8:ffff::1", "198.51.100.1, 192.0.2.1, 10.0.0.9")).toBe(direct);
    expect(keyOf("10.1.2.3", "192.0.2.1:4711")).toBe(direct);
    expect(keyOf("10.1.2.3", "[2001:db8::1]:4711")).toBe(keyOf("2001:db8::1"));
    expect(keyOf("192.0.2.1", "198.51.100.1")).toBe(direct);
  });

  test("is the last proxy itself if that names nobody", () => {
    expect(keyOf("10.1.2.3", "unknown")).toBe(keyOf("10.1.2.3"));
    expect(keyOf("10.1.2.3", "")).toBe(keyOf("10.1.2.3"));
    expect(keyOf("10.1.2.3", "192.0.2.1, nonsense")).toBe(keyOf("10.1.2.3"));
    expect(keyOf("10.1.2.3", "10.4.5.6")).toBe(keyOf("10.4.5.6"));
  });
});
