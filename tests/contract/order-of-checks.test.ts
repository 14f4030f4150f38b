import { describe, expect, test } from "bun:test";
import { batch, bulk, resetClock, single, timeoutMs, useServer } from "./contract-server.ts";
import { contractTable, expectAnswer } from "./contract-table.ts";
import {
  deviceNotFound,
  invalid,
  invalidToken,
  methodNotAllowed,
  missingToken,
  noneAccepted,
  notFound,
  payloadTooLarge,
  queued,
  sensorNotFound,
  tooMany,
  unsupportedEncoding,
  unsupportedMediaType,
} from "./expected-answers.ts";

const unknownDevice = "/api/v1/devices/00000000-0000-4000-8000-000000000000/sensors/temperature/readings";
const noRoute = "/api/v1/nothing";
const windowEnd = Date.parse("2026-06-15T12:01:00Z") / 1000;
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

/** Each request fails two consecutive checks, and the first of them answers. */
describe("order of checks", () => {
  describe("rate limit", () => {
    // Each row uses its own source behind a trusted proxy, so that each has a full budget.
    const server = useServer({ rate_limit: "1", trusted_proxies: "127.0.0.1" });
    const from = (address: string) => ({ "x-forwarded-for": address });
    contractTable(server, [
      {
        ruling: "before 2, the route",
        exchanges: [
          { request: single({}, { headers: from("192.0.2.1") }), answer: invalid("data") },
          {
            request: single({}, { path: noRoute, headers: from("192.0.2.1") }),
            answer: tooMany(60, windowEnd),
          },
        ],
      },
      {
        ruling: "before 2, the method",
        exchanges: [
          { request: single({}, { headers: from("192.0.2.2") }), answer: invalid("data") },
          {
            request: single({}, { method: "PUT", headers: from("192.0.2.2") }),
            answer: tooMany(60, windowEnd),
          },
        ],
      },
      {
        ruling: "a request that is refused later has been counted all the same",
        exchanges: [
          { request: single({}, { path: noRoute, headers: from("192.0.2.3") }), answer: notFound },
          { request: single({}, { headers: from("192.0.2.3") }), answer: tooMany(60, windowEnd) },
        ],
      },
    ]);
  });

  describe("to 12", () => {
    const server = useServer();
    contractTable(server, [
      {
        ruling: "2 the route before the method",
        request: single({}, { path: noRoute, method: "GET" }),
        answer: notFound,
      },
      {
        ruling: "2 the route before 3, the bearer header",
        request: single({}, { path: noRoute, headers: { authorization: null } }),
        answer: notFound,
      },
      {
        ruling: "2 the method before 3, the bearer header",
        request: single({}, { method: "GET", headers: { authorization: null } }),
        answer: methodNotAllowed,
      },
      {
        ruling: "3 the bearer header before 4, the device",
        request: single({}, { path: unknownDevice, headers: { authorization: "Basic YTpi" } }),
        answer: missingToken,
      },
      {
        ruling: "4 the device before 5, its token",
        request: single({}, { path: unknownDevice, headers: { authorization: "Bearer wdt_wrong" } }),
        answer: deviceNotFound,
      },
      {
        ruling: "5 the token before 6, the content type",
        request: single({}, { headers: { authorization: "Bearer wdt_wrong", "content-type": "text/plain" } }),
        answer: invalidToken,
      },
      {
        ruling: "5 the token before 6, the size",
        request: single(" ".repeat(2 * 1024 * 1024 + 1), { headers: { authorization: "Bearer wdt_wrong" } }),
        answer: invalidToken,
      },
      {
        ruling: "6 the content type before the size",
        request: single(" ".repeat(2 * 1024 * 1024 + 1), { headers: { "content-type": "text/plain" } }),
        answer: unsupportedMediaType,
      },
      {
        ruling: "6 the encoding before the size",
        request: single(" ".repeat(2 * 1024 * 1024 + 1), { headers: { "content-encoding": "compress" } }),
        answer: unsupportedEncoding,
      },
      {
        ruling: "6 the content type before 7, JSON",
        request: single("{", { headers: { "content-type": "text/plain" } }),
        answer: unsupportedMediaType,
      },
      {
        ruling: "6 the size before 7, JSON",
        request: single("{".repeat(2 * 1024 * 1024 + 1)),
        answer: payloadTooLarge,
      },
      {
        ruling: "7 JSON (its depth) before 8, validation",
        request: single(`{"battery_voltage":-1,"data":{"value":"x","more":${nested(31)}}}`),
        answer: invalid("body"),
      },
      {
        ruling: "8 validation before 9, sensor lookup",
        request: bulk({ data: [{ value: 1 }, { value: "x" }] }, { sensor: "pressure" }),
        answer: invalid("data.1.value"),
      },
      {
        ruling: "8 validation before 9, sensor lookup, inside a batch",
        request: batch({ data: [{ sensor_slug: "pressure", value: null }] }),
        answer: invalid("data.0.value"),
      },
      {
        ruling: "9 sensor lookup before 10, drops: of shape",
        request: single({ data: [1, 2] }, { sensor: "pressure" }),
        answer: sensorNotFound("pressure"),
      },
      {
        ruling: "9 sensor lookup before 10, drops: of time",
        request: batch({ data: [{ sensor_slug: "pressure", value: 1, timestamp: "2030-01-01" }] }),
        answer: sensorNotFound("pressure"),
      },
      {
        ruling: "10 drops before 12, the answer",
        request: single({ data: { value: 1, timestamp: "2030-01-01" } }),
        answer: noneAccepted({ dropped_future_timestamp: 1 }),
      },
    ]);

    test(
      "5 the device is enabled before 6, the content type: a disabled device is answered 401",
      async () => {
        const { client, control, createDevice } = server();
        resetClock(server());
        const device = await createDevice();
        await control.update(device.uuid, { enabled: false });
        const wrongType = single({}, { headers: { "content-type": "text/plain" } });
        expectAnswer(await client.send(device, wrongType), invalidToken);
        await control.update(device.uuid, { enabled: true });
        expectAnswer(await client.send(device, wrongType), unsupportedMediaType);
        expectAnswer(await client.send(device, single({ data: { value: 1 } })), queued({ accepted: 1 }));
      },
      timeoutMs,
    );
  });

  describe("the rate-limit headers and the request id are on every answer", () => {
    const server = useServer({ rate_limit: "9" });

    test(
      "of every status there is, in one window; 503 has a test of its own",
      async () => {
        const { client, createDevice } = server();
        resetClock(server());
        const device = await createDevice();
        const requests = [
          single({ data: { value: 1 } }),
          single({}, { headers: { authorization: null } }),
          single({}, { headers: { authorization: "Bearer wdt_wrong" } }),
          single({}, { path: noRoute }),
          single({}, { method: "DELETE" }),
          single(" ".repeat(2 * 1024 * 1024 + 1)),
          single({}, { headers: { "content-type": "text/csv" } }),
          single({}),
          single({ data: [1] }),
          single({ data: { value: 2 } }),
        ];
        const seen: string[] = [];
        for (const request of requests) {
          const { status, headers } = await client.send(device, request);
          expect(headers["x-request-id"]).toMatch(/./);
          seen.push(`${status} ${headers["x-ratelimit-limit"]} ${headers["x-ratelimit-remaining"]}`);
        }
        expect(seen).toEqual([
          "202 9 8",
          "401 9 7",
          "401 9 6",
          "404 9 5",
          "405 9 4",
          "413 9 3",
          "415 9 2",
          "422 9 1",
          "422 9 0",
          "429 9 0",
        ]);
      },
      timeoutMs,
    );
  });
});
