import { describe, expect, test } from "bun:test";
import { openapiDocument } from "@weir/protocol/openapi";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable, expectAnswer } from "./contract-table.ts";
import {
  deviceNotFound,
  invalid,
  invalidToken,
  lenient,
  missingToken,
  noneAccepted,
  notFound,
  queued,
  queuedBatch,
  sensorNotFound,
} from "./expected-answers.ts";

const unknownUuid = "00000000-0000-4000-8000-000000000000";

/** The statements of the API description by heading. The numbered files beside this one test its rulings. */
describe("readings API", () => {
  const server = useServer();

  test(
    "the server publishes the document that all answers to devices are held to",
    async () => {
      const { manageUrl, limits } = server().weir;
      const { paths, components } = openapiDocument(limits);
      const published = await (await fetch(`${manageUrl}/openapi.json`)).json();
      expect(published).toMatchObject(JSON.parse(JSON.stringify({ paths, components })));
    },
    timeoutMs,
  );

  describe("what the service does", () => {
    test(
      "a rule chain without a save step yields successful answers and no stored data",
      async () => {
        const { weir, client, control, createDevice, stored } = server();
        resetClock(server());
        const device = await createDevice();
        const input = {
          id: "in",
          type: "input",
          version: 1,
          name: "In",
          config: {},
          position: { x: 0, y: 0 },
        };
        await control.useChain(device.uuid, { nodes: [input], wires: [] });
        expectAnswer(await client.send(device, single({ data: { value: 1 } })), queued({ accepted: 1 }));
        await weir.settle();
        expect(await stored.readings(uuidOf(device))).toEqual([]);
      },
      timeoutMs,
    );
  });

  describe("resources", () => {
    contractTable(server, [
      {
        ruling: "the default rule chain saves readings",
        request: single({ data: { value: 21.5 } }),
        answer: queued({ accepted: 1 }),
        stored: [{ value: 21.5 }],
      },
      {
        ruling: "a reading without a timestamp has the time the request arrives",
        request: single({ data: { value: 1 } }),
        answer: queued({ accepted: 1 }),
        stored: [
          { at: "2026-06-15T12:00:00.000000Z", receivedAt: "2026-06-15T12:00:00.000000Z", deviceAt: null },
        ],
      },
      {
        ruling: "other keys of a reading are kept as metadata together with it",
        request: bulk({ data: [{ unit: "C", value: 1, calibration: { by: ["a", null] }, ok: true }] }),
        answer: queued({ accepted: 1 }),
        stored: [{ value: 1, metadata: '{"unit":"C","calibration":{"by":["a",null]},"ok":true}' }],
      },
      {
        ruling: "a reading without other keys has no metadata",
        request: batch({ data: [{ sensor_slug: "temperature", value: 1, timestamp: null }] }),
        answer: queuedBatch({ accepted: 1 }),
        stored: [{ value: 1, metadata: null }],
      },
      {
        ruling: "`battery_voltage` sits beside `data`; inside it, it is metadata like any other key",
        request: single({ data: { value: 1, battery_voltage: "low" } }),
        answer: queued({ accepted: 1 }),
        stored: [{ metadata: '{"battery_voltage":"low"}' }],
      },
      {
        ruling: "a slug matches case-sensitively",
        request: single({ data: { value: 1 } }, { sensor: "Temperature" }),
        answer: sensorNotFound("Temperature"),
      },
      {
        ruling: "a UUID matches case-sensitively",
        request: (device) => single({ data: { value: 1 } }, { sensor: uuidOf(device).toUpperCase() }),
        answer: (device) => sensorNotFound(uuidOf(device).toUpperCase()),
      },
    ]);
  });

  describe("endpoints", () => {
    contractTable(server, [
      {
        ruling: "single, by slug: the slug is echoed",
        request: single({ data: { value: 1 }, battery_voltage: 3.7 }),
        answer: queued({ accepted: 1 }, "temperature"),
      },
      {
        ruling: "single, by UUID: the UUID is echoed",
        request: (device) => single({ data: { value: 1 } }, { sensor: uuidOf(device) }),
        answer: (device) => queued({ accepted: 1 }, uuidOf(device)),
        stored: [{ value: 1 }],
      },
      {
        ruling: "bulk, by slug: several readings of one sensor",
        request: bulk({
          data: [{ value: 1 }, { value: 2, timestamp: "2026-06-15T11:00:00Z" }],
          battery_voltage: 3.7,
        }),
        answer: queued({ accepted: 2 }),
        stored: [{ value: 2 }, { value: 1 }],
      },
      {
        ruling: "bulk, by UUID",
        request: (device) => bulk({ data: [{ value: 1 }] }, { sensor: uuidOf(device) }),
        answer: (device) => queued({ accepted: 1 }, uuidOf(device)),
      },
      {
        ruling: "batch: entries name their sensor by slug or UUID, and the answer names none",
        request: (device) =>
          batch({
            data: [
              { sensor_slug: "temperature", value: 1 },
              { sensor_uuid: uuidOf(device), value: 2 },
              { sensor_slug: "humidity", value: 3 },
            ],
            battery_voltage: 3.7,
          }),
        answer: queuedBatch({ accepted: 3 }),
        stored: [{ value: 1 }, { value: 2 }],
      },
      { ruling: "bulk takes at least one entry", request: bulk({ data: [] }), answer: invalid("data") },
      { ruling: "batch takes at least one entry", request: batch({ data: [] }), answer: invalid("data") },
      {
        ruling: "`Accept` is recommended, not required",
        request: single({ data: { value: 1 } }, { headers: { accept: null } }),
        answer: queued({ accepted: 1 }),
      },
      {
        ruling: "unknown keys beside `data` are ignored",
        request: single({ data: { value: 1 }, firmware: "1.2", data2: [] }),
        answer: queued({ accepted: 1 }),
        stored: [{ metadata: null }],
      },
    ]);
  });

  describe("success", () => {
    contractTable(server, [
      {
        ruling: "five sent, three accepted, two rejected: 202 with the counts",
        request: batch({
          data: [
            { sensor_slug: "temperature", value: 1 },
            { sensor_slug: "pressure", value: 2 },
            { sensor_slug: "temperature", value: 3 },
            { sensor_slug: "humidity", value: 4 },
            { sensor_slug: "humidity", value: 5, timestamp: "2026-06-15T13:00:00Z" },
          ],
        }),
        answer: queuedBatch({
          accepted: 3,
          rejected: { dropped_unknown_sensor: 1, dropped_future_timestamp: 1 },
        }),
      },
      {
        ruling: "replaying a buffer is safe: duplicates count as success",
        exchanges: [
          {
            request: bulk({ data: [{ value: 1 }, { value: 2 }] }),
            answer: queued({ accepted: 2 }),
          },
          {
            request: bulk({ data: [{ value: 1 }, { value: 2 }, { value: 3 }] }),
            answer: queued({ accepted: 1, duplicates: 2 }),
          },
        ],
      },
    ]);
  });

  describe("errors", () => {
    const reading = { data: { value: 1 } };
    contractTable(server, [
      {
        ruling: "401 missing_token",
        request: single(reading, { headers: { authorization: null } }),
        answer: missingToken,
      },
      {
        ruling: "401 invalid_token",
        request: single(reading, { headers: { authorization: "Bearer wdt_wrong" } }),
        answer: invalidToken,
      },
      {
        ruling: "404 device_not_found",
        request: single(reading, { path: `/api/v1/devices/${unknownUuid}/sensors/temperature/readings` }),
        answer: deviceNotFound,
      },
      {
        ruling: "404 sensor_not_found",
        request: bulk({ data: [{ value: 1 }] }, { sensor: "pressure" }),
        answer: sensorNotFound("pressure"),
      },
      {
        ruling: "422 validation failed",
        request: single({ data: { value: null } }),
        answer: invalid("data.value"),
      },
      {
        ruling: "422 no_readings_accepted",
        request: single({ data: { value: 1, timestamp: "2027-01-01" } }),
        answer: noneAccepted({ dropped_future_timestamp: 1 }),
      },
    ]);
  });

  describe("drop reasons", () => {
    const ok = { sensor_slug: "temperature", value: 1 };
    const batchWith = (entry: object) =>
      batch({ data: [ok, entry] }, { headers: { prefer: "handling=lenient" } });
    contractTable(server, [
      {
        ruling: "dropped_unknown_sensor",
        request: batchWith({ sensor_slug: "TEMPERATURE", value: 1 }),
        answer: lenient(queuedBatch({ accepted: 1, rejected: { dropped_unknown_sensor: 1 } })),
      },
      {
        ruling: "dropped_missing_identifier",
        request: batchWith({ value: 1 }),
        answer: lenient(queuedBatch({ accepted: 1, rejected: { dropped_missing_identifier: 1 } })),
      },
      {
        ruling: "dropped_missing_value",
        request: batchWith({ sensor_slug: "temperature" }),
        answer: lenient(queuedBatch({ accepted: 1, rejected: { dropped_missing_value: 1 } })),
      },
      {
        ruling: "dropped_invalid_shape",
        request: batch({ data: ok }),
        answer: noneAccepted({ dropped_invalid_shape: 1 }),
      },
      {
        ruling: "dropped_future_timestamp",
        request: batchWith({ ...ok, timestamp: "2026-06-15T12:01:00Z" }),
        answer: lenient(queuedBatch({ accepted: 1, rejected: { dropped_future_timestamp: 1 } })),
      },
      {
        ruling: "dropped_duplicate is reported in `duplicates`, never inside `rejected`",
        request: batchWith(ok),
        answer: lenient(queuedBatch({ accepted: 1, duplicates: 1 })),
      },
    ]);
  });

  describe("versioning", () => {
    contractTable(server, [
      {
        ruling: "the version is in the path: there is no other than /api/v1",
        request: (device) => batch({ data: [] }, { path: `/api/v2/devices/${device.uuid}/readings` }),
        answer: notFound,
      },
      {
        ruling: "the version is in the path: without it there is nothing",
        request: (device) => batch({ data: [] }, { path: `/devices/${device.uuid}/readings` }),
        answer: notFound,
      },
    ]);
  });
});
