import { describe, expect, test } from "bun:test";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable, expectAnswer } from "./contract-table.ts";
import {
  deviceNotFound,
  invalid,
  lenient,
  methodNotAllowed,
  missingToken,
  noneAccepted,
  notFound,
  payloadTooLarge,
  queued,
  queuedBatch,
  storedBatch,
  storedBulk,
  storedNotFound,
  storedSingle,
  tooMany,
  unauthenticated,
  unsupportedMediaType,
  withHeaders,
} from "./expected-answers.ts";

const stored = { contract: "stored" } as const;
const reading = { data: { value: 1 } };
const unknownDevice = "/api/v1/devices/00000000-0000-4000-8000-000000000000/readings";
const windowEnd = Date.parse("2026-06-15T12:01:00Z") / 1000;

describe("1 two contracts", () => {
  const server = useServer();

  describe("stored: success is 201 with bodies of its own", () => {
    contractTable(server, [
      {
        ruling: "single: message and sensor UUID",
        device: stored,
        request: (device) => single(reading, { sensor: uuidOf(device) }),
        answer: (device) => storedSingle(uuidOf(device)),
        stored: [{ value: 1 }],
      },
      {
        ruling: "single: a duplicate is a success like the first",
        device: stored,
        exchanges: [
          {
            request: (device) => single(reading, { sensor: uuidOf(device) }),
            answer: (device) => storedSingle(uuidOf(device)),
          },
          {
            request: (device) => single(reading, { sensor: uuidOf(device) }),
            answer: (device) => storedSingle(uuidOf(device)),
          },
        ],
        stored: [{ value: 1 }],
      },
      {
        ruling: "bulk: `count` is accepted + duplicates",
        device: stored,
        request: (device) => {
          const data = [{ value: 1 }, { value: 2 }, { value: 1 }, { value: 3, timestamp: "2030-01-01" }, 5];
          return bulk({ data }, { sensor: uuidOf(device) });
        },
        answer: (device) => storedBulk(uuidOf(device), 3),
        stored: [{ value: 1 }, { value: 2 }],
      },
      {
        ruling: "bulk: one reading is counted in the same words",
        device: stored,
        request: (device) => bulk({ data: [{ value: 1 }] }, { sensor: uuidOf(device) }),
        answer: (device) => storedBulk(uuidOf(device), 1),
      },
      {
        ruling: "batch: entries may name their sensor by slug or UUID, only the URL may not",
        device: stored,
        request: (device) =>
          batch({
            data: [
              { sensor_slug: "temperature", value: 1 },
              { sensor_uuid: uuidOf(device), value: 2 },
            ],
          }),
        answer: storedBatch(2),
      },
      {
        ruling: "batch: `count` leaves rejected readings out",
        device: stored,
        request: batch({
          data: [
            { sensor_slug: "temperature", value: 1 },
            { sensor_slug: "pressure", value: 2 },
            { sensor_slug: "temperature", value: 1 },
          ],
        }),
        answer: storedBatch(2),
      },
    ]);
  });

  describe("stored: refusals in its own words", () => {
    contractTable(server, [
      {
        ruling: "401 without a token",
        device: stored,
        request: batch({}, { headers: { authorization: null } }),
        answer: unauthenticated,
      },
      {
        ruling: "401 with a wrong token",
        device: stored,
        request: batch({}, { headers: { authorization: "Bearer wdt_wrong" } }),
        answer: unauthenticated,
      },
      {
        ruling: "404 for a slug in the URL, which takes the UUID only",
        device: stored,
        request: single(reading, { sensor: "temperature" }),
        answer: storedNotFound,
      },
      {
        ruling: "404 for an unknown sensor in the URL",
        device: stored,
        request: bulk({ data: [{ value: 1 }] }, { sensor: "00000000-0000-4000-8000-000000000000" }),
        answer: storedNotFound,
      },
      {
        ruling: "404 for a batch that addresses no real sensor",
        device: stored,
        request: batch({ data: [{ sensor_slug: "pressure", value: 1 }] }),
        answer: storedNotFound,
      },
    ]);
  });

  describe("stored: everything else is shared", () => {
    const server = useServer({ body_bytes_max: "1KiB" });
    contractTable(server, [
      {
        ruling: "404 not_found",
        device: stored,
        request: (device) => batch({}, { path: `/api/v1/devices/${device.uuid}` }),
        answer: notFound,
      },
      {
        ruling: "405 method_not_allowed",
        device: stored,
        request: batch({}, { method: "GET" }),
        answer: methodNotAllowed,
      },
      {
        ruling: "413 payload_too_large",
        device: stored,
        request: batch(" ".repeat(1025)),
        answer: payloadTooLarge,
      },
      {
        ruling: "415 unsupported_media_type",
        device: stored,
        request: batch({}, { headers: { "content-type": null } }),
        answer: unsupportedMediaType,
      },
      {
        ruling: "422 validation failed",
        device: stored,
        request: (device) => single({ data: { value: "1" } }, { sensor: uuidOf(device) }),
        answer: invalid("data.value"),
      },
      {
        ruling: "422 no_readings_accepted",
        device: stored,
        request: (device) => single({ data: [1, 2] }, { sensor: uuidOf(device) }),
        answer: noneAccepted({ dropped_invalid_shape: 2 }),
      },
      {
        ruling: "lenient handling",
        device: stored,
        request: (device) =>
          bulk(
            { data: [{ value: 1 }, { value: "2" }] },
            { sensor: uuidOf(device), headers: { prefer: "handling=lenient" } },
          ),
        answer: (device) => lenient(storedBulk(uuidOf(device), 1)),
      },
    ]);
  });

  describe("the deployment's default speaks where no device is known", () => {
    const storedServer = useServer({ default_contract: "stored" });
    contractTable(server, [
      {
        ruling: "queued by default: 404 device_not_found",
        request: batch({}, { path: unknownDevice }),
        answer: deviceNotFound,
      },
    ]);
    contractTable(storedServer, [
      {
        ruling: "switched to stored: 404 in the words of stored",
        request: batch({}, { path: unknownDevice }),
        answer: storedNotFound,
      },
      {
        ruling: "switched to stored: 401 in the words of stored",
        request: batch({}, { path: unknownDevice, headers: { authorization: null } }),
        answer: unauthenticated,
      },
      {
        ruling: "switched to stored: a device on queued keeps its contract",
        request: batch({ data: [{ sensor_slug: "temperature", value: 1 }] }),
        answer: queuedBatch({ accepted: 1 }),
      },
      {
        ruling: "switched to stored: a device on queued is refused in the words of queued",
        request: batch({}, { headers: { authorization: null } }),
        answer: missingToken,
      },
    ]);
  });

  describe("stored: the rate limit counts per device", () => {
    const server = useServer({ rate_limit: "1" });
    const tooManyOfStored = { ...tooMany(60, windowEnd), json: { message: "Too Many Requests" } };
    contractTable(server, [
      {
        ruling: "429 in its own words",
        device: stored,
        exchanges: [
          { request: batch({}), answer: invalid("data") },
          { request: batch({}), answer: withHeaders(tooManyOfStored, { "x-ratelimit-remaining": "0" }) },
        ],
      },
      {
        ruling: "429 as a page when `Accept` names no JSON type",
        device: stored,
        exchanges: [
          { request: batch({}), answer: invalid("data") },
          {
            request: batch({}, { headers: { accept: "text/html" } }),
            answer: { ...tooManyOfStored, text: /<h1>Too Many Requests<\/h1>/ },
          },
        ],
      },
    ]);

    test(
      "devices behind one address have a budget each, beside that of the address",
      async () => {
        const { client, createDevice } = server();
        resetClock(server());
        const [first, second, third] = [
          await createDevice(stored),
          await createDevice(stored),
          await createDevice(),
        ];
        for (const device of [first, second]) {
          const single1 = single(reading, { sensor: uuidOf(device) });
          expectAnswer(await client.send(device, single1), storedSingle(uuidOf(device)));
          expect((await client.send(device, single1)).status).toBe(429);
        }
        expectAnswer(await client.send(third, single(reading)), queued({ accepted: 1 }));
        expectAnswer(await client.send(third, single(reading)), tooMany(60, windowEnd));
      },
      timeoutMs,
    );
  });
});
