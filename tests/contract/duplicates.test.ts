import { describe, expect, test } from "bun:test";
import { givenEngines } from "../harness/given-engines.ts";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { noneAccepted, queued, queuedBatch } from "./expected-answers.ts";

const suppressionMs = 60_000;
const replayMs = 24 * 3600 * 1000;
const accepted = queued({ accepted: 1 });
const duplicate = queued({ duplicates: 1 });
const at = (timestamp: string, value = 1) => single({ data: { value, timestamp } });
const now = (value: number | string = 1) => single(`{"data":{"value":${value}}}`);

const server = useServer();

describe("duplicates: with a timestamp", () => {
  contractTable(server, [
    {
      ruling: "a repeat is a duplicate, and all duplicates are still a 202",
      exchanges: [
        { request: at("2026-06-15T11:00:00Z"), answer: accepted },
        { request: at("2026-06-15T11:00:00Z"), answer: duplicate },
      ],
      stored: [{ value: 1 }],
    },
    {
      ruling: "a repeat is recognised until the replay window of 24 h ends",
      exchanges: [
        { request: at("2026-06-15T11:00:00Z"), answer: accepted },
        { afterMs: suppressionMs, request: at("2026-06-15T11:00:00Z"), answer: duplicate },
        { afterMs: replayMs - suppressionMs - 1, request: at("2026-06-15T11:00:00Z"), answer: duplicate },
        { afterMs: 1, request: at("2026-06-15T11:00:00Z"), answer: accepted },
        { afterMs: replayMs - 1, request: at("2026-06-15T11:00:00Z"), answer: duplicate },
      ],
      // Replays beyond every window still leave only one row.
      stored: [{ at: "2026-06-15T11:00:00.000000Z", value: 1, receivedAt: "2026-06-15T12:00:00.000000Z" }],
    },
    {
      ruling: "readings with other timestamps are never duplicates, however equal and close",
      exchanges: [
        { request: at("2026-06-15T11:00:00.000000Z"), answer: accepted },
        { request: at("2026-06-15T11:00:00.000001Z"), answer: accepted },
        { request: at("2026-06-15T10:59:59.999999Z"), answer: accepted },
      ],
      stored: [{ value: 1 }, { value: 1 }, { value: 1 }],
    },
    {
      ruling: "the timestamp is an instant: the same one in other words is the same",
      exchanges: [
        { request: at("2026-06-15T11:00:00Z"), answer: accepted },
        { request: at("2026-06-15T13:00:00.000+02:00"), answer: duplicate },
        { request: at("20260615T11"), answer: duplicate },
      ],
    },
    {
      ruling: "the value belongs to the identity",
      exchanges: [
        { request: at("2026-06-15T11:00:00Z", 1), answer: accepted },
        { request: at("2026-06-15T11:00:00Z", 2), answer: accepted },
      ],
    },
    {
      ruling: "the timestamp that counts is the one the device sent, not the corrected one",
      exchanges: [
        { request: at("2026-06-15T11:00:00Z"), answer: accepted },
        {
          request: { ...at("2026-06-15T11:00:00Z"), headers: { date: "Mon, 15 Jun 2026 11:59:00 GMT" } },
          answer: duplicate,
        },
      ],
      stored: [{ at: "2026-06-15T11:00:00.000000Z" }],
    },
    {
      ruling: "other timestamps that become one time by correction: both accepted, one row in the store",
      exchanges: [
        { request: at("2026-06-15T11:30:00Z"), answer: accepted },
        {
          request: { ...at("2026-06-15T10:30:00Z"), headers: { date: "Mon, 15 Jun 2026 11:00:00 GMT" } },
          answer: accepted,
        },
      ],
      stored: [{ at: "2026-06-15T11:30:00.000000Z" }],
    },
    {
      ruling: "a dropped reading is not remembered",
      exchanges: [
        { request: at("2026-06-15T12:00:10Z"), answer: noneAccepted({ dropped_future_timestamp: 1 }) },
        { afterMs: 10_000, request: at("2026-06-15T12:00:10Z"), answer: accepted },
      ],
    },
  ]);
});

describe("duplicates: without a timestamp", () => {
  contractTable(server, [
    {
      ruling: "the same value within 60 s is a duplicate",
      exchanges: [
        { request: now(), answer: accepted },
        { afterMs: suppressionMs - 1, request: now(), answer: duplicate },
      ],
      stored: [{ at: "2026-06-15T12:00:00.000000Z" }],
    },
    {
      ruling: "the same value after 60 s is a new reading",
      exchanges: [
        { request: now(), answer: accepted },
        { afterMs: suppressionMs, request: now(), answer: accepted },
      ],
      stored: [{ at: "2026-06-15T12:00:00.000000Z" }, { at: "2026-06-15T12:01:00.000000Z" }],
    },
    {
      ruling: "a duplicate does not extend the window; the next accepted one starts another",
      exchanges: [
        { request: now(), answer: accepted },
        { afterMs: suppressionMs - 1, request: now(), answer: duplicate },
        { afterMs: 1, request: now(), answer: accepted },
        { afterMs: suppressionMs - 1, request: now(), answer: duplicate },
        { afterMs: 1, request: now(), answer: accepted },
      ],
    },
    {
      ruling: "another value is another reading",
      exchanges: [
        { request: now(1), answer: accepted },
        { request: now(2), answer: accepted },
        { request: now(1), answer: duplicate },
      ],
    },
    {
      ruling: "a reading with a timestamp is never a duplicate of one without",
      exchanges: [
        { request: now(), answer: accepted },
        { request: at("2026-06-15T12:00:00Z"), answer: accepted },
        { request: now(), answer: duplicate },
      ],
    },
  ]);
});

describe("duplicates: identity", () => {
  contractTable(server, [
    {
      ruling: "-0 is 0",
      exchanges: [
        { request: now("-0"), answer: accepted },
        { request: now("0"), answer: duplicate },
        { request: now("0.0e5"), answer: duplicate },
      ],
    },
    {
      ruling: "-0 is 0, with a timestamp",
      exchanges: [
        { request: single('{"data":{"value":0,"timestamp":"2026-06-15"}}'), answer: accepted },
        { request: single('{"data":{"value":-0,"timestamp":"2026-06-15"}}'), answer: duplicate },
      ],
    },
    {
      ruling: "a value is a double: other texts of the same double are the same",
      exchanges: [
        { request: now("21.5"), answer: accepted },
        { request: now("2.150e1"), answer: duplicate },
      ],
    },
    {
      ruling: "metadata is not part of it: the first comes through",
      exchanges: [
        { request: single({ data: { value: 1, note: "first" } }), answer: accepted },
        { request: single({ data: { value: 1, note: "second" } }), answer: duplicate },
        { request: now(), answer: duplicate },
      ],
      stored: [{ metadata: '{"note":"first"}' }],
    },
    {
      ruling: "the sensor is part of it",
      exchanges: [
        { request: now(), answer: accepted },
        {
          request: single({ data: { value: 1 } }, { sensor: "humidity" }),
          answer: queued({ accepted: 1 }, "humidity"),
        },
      ],
    },
    {
      ruling: "endpoint and kind of identifier are not part of it",
      exchanges: [
        { request: now(), answer: accepted },
        { request: bulk({ data: [{ value: 1 }] }), answer: duplicate },
        {
          request: (device) => single({ data: { value: 1 } }, { sensor: uuidOf(device) }),
          answer: (device) => queued({ duplicates: 1 }, uuidOf(device)),
        },
        {
          request: (device) =>
            batch({
              data: [
                { value: 1, sensor_slug: "temperature" },
                { value: 1, sensor_uuid: uuidOf(device) },
              ],
            }),
          answer: queuedBatch({ duplicates: 2 }),
        },
      ],
    },
    {
      ruling: "repeats inside one request count too",
      request: bulk({
        data: [
          { value: 1 },
          { value: 1 },
          { value: 1, timestamp: "2026-06-15" },
          { value: 2 },
          { value: 1, timestamp: "2026-06-15" },
          { value: 1 },
        ],
      }),
      answer: queued({ accepted: 3, duplicates: 3 }),
    },
    {
      ruling: "duplicates beside rejected ones: 202 with nothing accepted",
      exchanges: [
        { request: now(), answer: accepted },
        {
          request: bulk({ data: [{ value: 1 }, 5] }),
          answer: queued({ duplicates: 1, rejected: { dropped_invalid_shape: 1 } }),
        },
      ],
    },
  ]);

  test(
    "keeps the readings of devices apart",
    async () => {
      const { client, createDevice } = server();
      resetClock(server());
      for (const device of [await createDevice(), await createDevice()]) {
        expect((await client.send(device, now())).json).toMatchObject({ accepted: 1 });
      }
    },
    timeoutMs,
  );

  test(
    "accepts exactly one of several repeats that arrive together, at most one per node, and stores one",
    async () => {
      const { weir, client, createDevice, stored } = server();
      resetClock(server());
      const device = await createDevice();
      const data = [{ value: 1 }, { value: 2, timestamp: "2026-06-15T11:00:00Z" }];
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => client.send(device, bulk({ data }))),
      );
      const sum = (count: "accepted" | "duplicates") =>
        answers.reduce((total, { json }) => total + (json as Record<typeof count, number>)[count], 0);
      // Nodes of a cluster exchange what they have accepted, but only after they have accepted it.
      const nodes = givenEngines === null ? 1 : 2;
      expect(sum("accepted") + sum("duplicates")).toBe(40);
      expect(sum("accepted")).toBeGreaterThanOrEqual(2);
      expect(sum("accepted")).toBeLessThanOrEqual(2 * nodes);
      await weir.settle();
      expect(await stored.readings(uuidOf(device))).toHaveLength(2);
    },
    timeoutMs,
  );
});
