import { describe, expect, test } from "bun:test";
import { managePath } from "@weir/protocol/manage/route";
import { ManualClock } from "../../../../tests/harness/manual-clock.ts";
import type { Answer } from "../ingest/http/answer.ts";
import { parseHead } from "../ingest/http/request-head.ts";
import { SourceKeys } from "../ingest/limit/source-key.ts";
import { makeLimit, openLimiter } from "../installation/open-installation.ts";
import type { ManagedTaker } from "./managed-taker.ts";
import type { ManagementApi } from "./management-api.ts";
import { createManagementExchange } from "./management-exchange.ts";

const MiB = 1024 * 1024;
const peer = "192.0.2.1";

/** Accepts everything, with bodies up to 8 MiB, and answers with their length. */
const api: ManagementApi = async () => ({
  bodyBytesMax: 8 * MiB,
  isAnonymous: true,
  payers: [],
  inTurn: (work) => work(),
  answer: async (body) => ({ status: 200, headers: {}, body: String(body.length) }),
});

function start(requestsPerMinute = 100) {
  const exchange = createManagementExchange({
    api,
    sources: new SourceKeys([]),
    hasTls: false,
    clock: new ManualClock("2026-06-15T12:00:00Z"),
    limiter: openLimiter(makeLimit({ limit: requestsPerMinute, windowMs: 60_000, keysMax: 10 })),
  });
  return async () => {
    const head = parseHead(`POST ${managePath}/things HTTP/1.1\r\nHost: weir`);
    if (!head.ok) throw new Error("The head is malformed.");
    return exchange(head.head, peer)!;
  };
}

function expectMarks({ headers }: Answer, remaining: number): void {
  expect(headers["X-RateLimit-Remaining"]).toBe(String(remaining));
  expect(headers["X-Request-Id"]).toMatch(/./);
}

test("answers with Retry-After when there is no room for a body", async () => {
  const taker = (await start()()) as ManagedTaker;
  const refused = await taker.take("no room");
  expect([refused.status, refused.headers["Retry-After"]]).toEqual([503, "5"]);
  expect(JSON.parse(refused.body as string).code).toBe("too_busy");
  expectMarks(refused, 99);
});

describe("the rate-limit headers and the request id", () => {
  test("are on the answer of a handler, on the answer to a malformed body and to a body that is too large", async () => {
    const begin = start();
    const taker = (await begin()) as ManagedTaker;
    const answered = await taker.take(Buffer.from("abc"));
    expect([answered.status, answered.body]).toEqual([200, "3"]);
    expectMarks(answered, 99);
    expectMarks(await taker.take("too large"), 99);
    expectMarks(taker.refuse(400), 99);
  });

  test("are on the answer to one request too many, with Retry-After", async () => {
    const begin = start(1);
    expect(await begin()).toHaveProperty("take");
    const refused = (await begin()) as Answer;
    expect([refused.status, refused.headers["Retry-After"]]).toEqual([429, "60"]);
    expectMarks(refused, 0);
  });
});
