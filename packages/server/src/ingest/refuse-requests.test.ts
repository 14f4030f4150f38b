import { afterEach, expect, test } from "bun:test";
import { ManualClock } from "../../../../tests/harness/manual-clock.ts";
import { RawConnection } from "../../../../tests/harness/raw-connection.ts";
import { makeLimit, openLimiter } from "../installation/open-installation.ts";
import { type Listener, listen } from "./http/listener.ts";
import { limits } from "./http/test-connections.ts";
import { IngestMetrics } from "./ingest-metrics.ts";
import { SourceKeys } from "./limit/source-key.ts";
import { createRefusing } from "./refuse-requests.ts";
import { RequestIds } from "./respond/request-ids.ts";

const ignore = () => undefined;
let listener: Listener;
afterEach(() => listener.drain(0));

/** A listener with these limits on which every request with a whole head fails. */
function start(some: Partial<typeof limits>): void {
  const refuse = createRefusing({
    clock: new ManualClock("2026-06-15T12:00:00.000Z"),
    limiter: openLimiter(makeLimit({ limit: 10, windowMs: 60_000, keysMax: 10 })),
    sources: new SourceKeys([]),
    requestIds: new RequestIds(),
    metrics: new IngestMetrics(),
  });
  const begin = () => Promise.reject(new Error("a fault"));
  listener = listen(
    {
      host: "127.0.0.1",
      port: 0,
      certificate: null,
      sourceLimit: null,
      onCertificateReplaced: ignore,
      onCertificateUnusable: ignore,
      onFault: ignore,
    },
    { begin, refuse },
    { ...limits, ...some },
  );
}

test("answers a head that takes too long like any other refusal", async () => {
  start({ requestMs: 50 });
  using connection = await RawConnection.open(listener.url);
  connection.write("POST / HTTP/1.1\r\nHost: we");
  const { status, headers, body } = await connection.answer();
  expect(status).toBe(408);
  expect(JSON.parse(body)).toEqual({
    message: "The request did not arrive in time.",
    error: "request_timeout",
  });
  expect(headers).toMatchObject({ "x-ratelimit-limit": "10", "x-ratelimit-remaining": "9" });
  expect(headers["x-request-id"]).toMatch(/./);
});

test("answers a fault of the server without details", async () => {
  start({});
  using connection = await RawConnection.open(listener.url);
  connection.write("POST / HTTP/1.1\r\nHost: weir\r\n\r\n");
  const { status, headers, body } = await connection.answer();
  expect(status).toBe(500);
  expect(JSON.parse(body)).toEqual({ message: "Server Error", error: "server_error" });
  expect(headers["x-request-id"]).toMatch(/./);
});
