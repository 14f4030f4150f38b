import { describe, expect, test } from "bun:test";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable, expectAnswer } from "./contract-table.ts";
import { lenient, noneAccepted, queued, queuedBatch, sensorNotFound } from "./expected-answers.ts";

const unknownUuid = "00000000-0000-4000-8000-000000000000";

/** The path of a request is written with one byte per character. */
const rawBytes = (text: string) => Buffer.from(text).toString("latin1");

const server = useServer();

describe("sensors: identifiers", () => {
  contractTable(server, [
    {
      ruling: "with both given, `sensor_uuid` decides: for its own sensor",
      request: (device) =>
        batch({ data: [{ value: 1, sensor_slug: "humidity", sensor_uuid: uuidOf(device) }] }),
      answer: queuedBatch({ accepted: 1 }),
      stored: [{ value: 1 }],
    },
    {
      ruling: "with both given, `sensor_uuid` decides: against a real slug",
      request: batch({ data: [{ value: 1, sensor_slug: "temperature", sensor_uuid: unknownUuid }] }),
      answer: sensorNotFound(unknownUuid),
    },
    {
      ruling: "exact: white space around a slug",
      request: batch({ data: [{ value: 1, sensor_slug: " temperature" }] }),
      answer: sensorNotFound(" temperature"),
    },
    {
      ruling: "exact: part of a slug",
      request: batch({ data: [{ value: 1, sensor_slug: "temp" }] }),
      answer: sensorNotFound("temp"),
    },
    {
      ruling: "case-sensitive: a slug",
      request: batch({ data: [{ value: 1, sensor_slug: "TEMPERATURE" }] }),
      answer: sensorNotFound("TEMPERATURE"),
    },
    {
      ruling: "case-sensitive: a UUID",
      request: (device) => batch({ data: [{ value: 1, sensor_uuid: uuidOf(device).toUpperCase() }] }),
      answer: (device) => sensorNotFound(uuidOf(device).toUpperCase()),
    },
    {
      ruling: "a slug is no UUID",
      request: batch({ data: [{ value: 1, sensor_uuid: "temperature" }] }),
      answer: sensorNotFound("temperature"),
    },
    {
      ruling: "a UUID is no slug",
      request: (device) => batch({ data: [{ value: 1, sensor_slug: uuidOf(device) }] }),
      answer: (device) => sensorNotFound(uuidOf(device)),
    },
  ]);

  const slugs = Array.from({ length: 30 }, (_, n) => `s${n}`);
  contractTable(server, [
    {
      ruling: "a device may have many sensors, each found by slug and by UUID",
      device: { sensors: slugs },
      request: (device) =>
        batch({
          data: [
            ...slugs.map((slug) => ({ sensor_slug: slug, value: 1 })),
            ...slugs.map((slug) => ({ sensor_uuid: uuidOf(device, slug), value: 2 })),
            { sensor_slug: "s30", value: 3 },
          ],
        }),
      answer: queuedBatch({ accepted: 60, rejected: { dropped_unknown_sensor: 1 } }),
    },
    {
      ruling: "a slug takes letters, digits, _ and -, up to 64 of them",
      device: { sensors: ["aZ09_-".padEnd(64, "x")] },
      request: single({ data: { value: 1 } }, { sensor: "aZ09_-".padEnd(64, "x") }),
      answer: queued({ accepted: 1 }, "aZ09_-".padEnd(64, "x")),
    },
  ]);

  test.each(["", "x".repeat(65), "a b", "a/b", "é", unknownUuid, unknownUuid.toUpperCase()])(
    "no sensor can have the slug %p",
    async (slug) => {
      await expect(server().createDevice({ sensors: [slug] })).rejects.toThrow("is not a valid slug");
    },
  );

  test(
    "does not know a sensor of another device",
    async () => {
      const { client, createDevice } = server();
      resetClock(server());
      const [device, other] = [await createDevice(), await createDevice()];
      const sensor = uuidOf(other);
      expectAnswer(
        await client.send(device, single({ data: { value: 1 } }, { sensor })),
        sensorNotFound(sensor),
      );
      const request = batch({ data: [{ value: 1, sensor_uuid: sensor }] });
      expectAnswer(await client.send(device, request), sensorNotFound(sensor));
    },
    timeoutMs,
  );
});

describe("sensors: unmatched", () => {
  const named = (count: number) => Array.from({ length: count }, (_, n) => `sensor-${n}`);
  const entriesOf = (slugs: string[]) => ({ data: slugs.map((slug) => ({ sensor_slug: slug, value: 1 })) });
  contractTable(server, [
    {
      ruling: "404 when no entry addressed a real sensor: unique, in order",
      request: batch({
        data: [
          { value: 1, sensor_slug: "b" },
          { value: 1, sensor_uuid: "a" },
          { value: 2, sensor_slug: "b" },
          { value: 1, sensor_slug: "10" },
          { value: 1, sensor_slug: "9" },
          { value: 3, sensor_slug: "a" },
        ],
      }),
      answer: sensorNotFound("b", "a", "10", "9"),
    },
    { ruling: "404 lists 100", request: batch(entriesOf(named(100))), answer: sensorNotFound(...named(100)) },
    {
      ruling: "404 lists at most 100, the first",
      request: batch(entriesOf(named(101))),
      answer: sensorNotFound(...named(100)),
    },
    {
      ruling: "404 cuts an identifier to 200 characters, none of them in half",
      request: batch(entriesOf(["💧".repeat(201), "x".repeat(200), "y".repeat(201)])),
      answer: sensorNotFound("💧".repeat(200), "x".repeat(200), "y".repeat(200)),
    },
    {
      ruling: "404 lists what is the same after the cut once",
      request: batch(entriesOf([`${"x".repeat(200)}1`, `${"x".repeat(200)}2`])),
      answer: sensorNotFound("x".repeat(200)),
    },
    {
      ruling: "404 cuts the URL's sensor to 200 characters",
      request: single({ data: { value: 1 } }, { sensor: "💧".repeat(201) }),
      answer: sensorNotFound("💧".repeat(200)),
    },
    {
      ruling: "404 echoes percent-encoded UTF-8 in the URL decoded",
      request: single({ data: { value: 1 } }, { sensor: "größe-☂" }),
      answer: sensorNotFound("größe-☂"),
    },
    {
      ruling: "404 echoes raw UTF-8 in the URL decoded",
      request: (device) =>
        single(
          { data: { value: 1 } },
          { path: `/api/v1/devices/${device.uuid}/sensors/${rawBytes("größe-☂")}/readings` },
        ),
      answer: sensorNotFound("größe-☂"),
    },
    {
      ruling: "404 lists the URL's sensor once, however many readings came",
      request: bulk({ data: [{ value: 1 }, { value: 2 }] }, { sensor: "pressure" }),
      answer: sensorNotFound("pressure"),
    },
    {
      ruling: "404 when all that is left are unmatched identifiers and wrong shapes",
      request: batch({ data: [5, { value: 1, sensor_slug: "pressure" }] }),
      answer: sensorNotFound("pressure"),
    },
    {
      ruling: "404 under lenient handling, when nothing addressed a real sensor",
      request: batch(
        { data: [{ value: 1 }, { sensor_slug: "pressure" }, { value: "x", sensor_slug: "wind" }] },
        { headers: { prefer: "handling=lenient" } },
      ),
      answer: lenient(sensorNotFound("pressure", "wind")),
    },
    {
      ruling: "if some matched, unmatched ones are dropped_unknown_sensor",
      request: batch(entriesOf(["temperature", "pressure", "wind", "pressure"])),
      answer: queuedBatch({ accepted: 1, rejected: { dropped_unknown_sensor: 3 } }),
    },
    {
      ruling: "if some matched but every reading was dropped: 422 no_readings_accepted",
      request: batch({
        data: [
          { sensor_slug: "temperature", value: 1, timestamp: "2030-01-01" },
          { sensor_slug: "pressure", value: 1 },
        ],
      }),
      answer: noneAccepted({ dropped_future_timestamp: 1, dropped_unknown_sensor: 1 }),
    },
    {
      ruling: "under lenient handling a bad reading of a real sensor still addressed it",
      request: batch(
        {
          data: [
            { sensor_slug: "temperature", value: "x" },
            { sensor_slug: "pressure", value: 1 },
          ],
        },
        { headers: { prefer: "handling=lenient" } },
      ),
      answer: lenient(noneAccepted({ dropped_invalid_value: 1, dropped_unknown_sensor: 1 })),
    },
    {
      ruling: "a duplicate of a real sensor is a success beside unmatched ones",
      exchanges: [
        { request: batch(entriesOf(["temperature"])), answer: queuedBatch({ accepted: 1 }) },
        {
          request: batch(entriesOf(["temperature", "pressure"])),
          answer: queuedBatch({ duplicates: 1, rejected: { dropped_unknown_sensor: 1 } }),
        },
      ],
    },
  ]);
});
