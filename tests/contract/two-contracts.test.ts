import { describe, expect, test } from "bun:test";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable, expectAnswer } from "./contract-table.ts";
import {
  deviceNotFound,
  type ExpectedAnswer,
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
const strangers: [who: string, authorization: string | null][] = [
  ["without a token", null],
  ["with a wrong token", "Bearer wdt_wrong"],
];
const from = (address: string) => ({ "x-forwarded-for": address });
const withLeft = (answer: ExpectedAnswer, remaining: number) =>
  withHeaders(answer, { "x-ratelimit-remaining": String(remaining) });
const windowEnd = Date.parse("2026-06-15T12:01:00Z") / 1000;

describe("two contracts", () => {
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
        ruling: "bulk: one reading is counted in the singular",
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
        ruling: "batch: one reading is counted in the singular",
        device: stored,
        request: batch({ data: [{ sensor_slug: "temperature", value: 1 }] }),
        answer: storedBatch(1),
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

  describe("stored: 201 is sent once the readings are settled", () => {
    const server = useServer({ stored_wait_s: "600" });
    const impatient = useServer({ stored_wait_s: "1" });

    test(
      "shows the readings right after the answer, on every endpoint",
      async () => {
        const { client, createDevice, stored: data } = server();
        resetClock(server());
        const device = await createDevice(stored);
        const sensor = uuidOf(device);
        for (let n = 1; n <= 20; n++) {
          const request = [
            single({ data: { value: n } }, { sensor }),
            bulk({ data: [{ value: n }] }, { sensor }),
            batch({ data: [{ sensor_uuid: sensor, value: n }] }),
          ][n % 3]!;
          expect((await client.send(device, request)).status).toBe(201);
          expect((await data.readings(sensor)).map(({ value }) => value)).toContain(n);
        }
      },
      timeoutMs,
    );

    test(
      "lets a repeat wait for the reading it repeats",
      async () => {
        const { weir, client, createDevice, stored: data } = server();
        resetClock(server());
        const device = await createDevice(stored);
        const sensor = uuidOf(device);
        const other = await createDevice();
        const store = await weir.holdStore();
        const found = [1, 2].map(async () => {
          const { status } = await client.send(device, single(reading, { sensor }));
          return { status, values: (await data.readings(sensor)).map(({ value }) => value) };
        });
        // A device on `queued` is answered meanwhile, which shows that the others only wait for the processor.
        expectAnswer(await client.send(other, single(reading)), queued({ accepted: 1 }));
        expect(await data.readings(sensor)).toEqual([]);
        await store[Symbol.asyncDispose]();
        const shown = { status: 201, values: [1] };
        expect(await Promise.all(found)).toEqual([shown, shown]);
      },
      timeoutMs,
    );

    test(
      "delays the answer by the setting at most if the processor cannot keep up, because the readings are durable",
      async () => {
        const { weir, client, createDevice, stored: data } = impatient();
        resetClock(impatient());
        const device = await createDevice(stored);
        const sensor = uuidOf(device);
        await using _ = await weir.holdStore();
        const startedMs = performance.now();
        const answers = await Promise.all(
          [1, 2, 3].map((value) => client.send(device, single({ data: { value } }, { sensor }))),
        );
        expect(performance.now() - startedMs).toBeGreaterThanOrEqual(1000);
        for (const answer of answers) expectAnswer(answer, storedSingle(sensor));
        expect(await data.readings(sensor)).toEqual([]);
      },
      timeoutMs,
    );
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
    const server = useServer({ rate_limit: "1", trusted_proxies: "127.0.0.1" });
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
      ...strangers.map(([who, authorization], n) => {
        const headers = { authorization, "x-forwarded-for": `192.0.2.${n + 1}` };
        return {
          ruling: `a request ${who} counts against its source and leaves the device its budget`,
          device: stored,
          exchanges: [
            { request: batch({}, { headers }), answer: withLeft(unauthenticated, 0) },
            { request: batch({}, { headers }), answer: withLeft(tooManyOfStored, 0) },
            { request: batch({}), answer: withLeft(invalid("data"), 0) },
            { request: batch({}), answer: withLeft(tooManyOfStored, 0) },
          ],
        };
      }),
      {
        ruling: "a source that has used up its budget does not lock out the device behind it",
        device: stored,
        exchanges: [
          { request: batch({}, { path: unknownDevice, headers: from("192.0.2.9") }), answer: deviceNotFound },
          {
            request: batch({}, { headers: { ...from("192.0.2.9"), authorization: null } }),
            answer: withLeft(tooManyOfStored, 0),
          },
          { request: batch({}, { headers: from("192.0.2.9") }), answer: withLeft(invalid("data"), 0) },
        ],
      },
    ]);

    test(
      "gives devices behind one address their own budgets, beside that of the address",
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
