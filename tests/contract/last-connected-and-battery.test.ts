import { describe, expect, test } from "bun:test";
import type { Submission } from "../harness/device-client.ts";
import { batch, bulk, resetClock, single, timeoutMs, useServer, uuidOf } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { queued } from "./expected-answers.ts";

const reading = { data: { value: 1 } };

const server = useServer();

describe("the device record: last connected", () => {
  /** Sends one request at 12:00:01 and reads the time of the last connection. */
  const connectedBy = async (
    request: Submission,
  ): Promise<[status: number, lastConnected: string | null]> => {
    const { weir, client, createDevice, stored } = server();
    resetClock(server());
    const device = await createDevice();
    weir.clock.advanceMs(1000);
    const { status } = await client.send(device, request);
    await weir.settle();
    return [status, await stored.lastConnected(device.uuid)];
  };
  const then = "2026-06-15T12:00:01.000000Z";
  const rows: [ruling: string, request: Submission, status: number, lastConnected: string | null][] = [
    ["an accepted reading", single(reading), 202, then],
    ["an unknown sensor", single(reading, { sensor: "pressure" }), 404, then],
    ["a body that is not JSON", single("{"), 422, then],
    ["a body of another type", single(reading, { headers: { "content-type": "text/plain" } }), 415, then],
    ["a body that is too large", single(" ".repeat(2 * 1024 * 1024 + 1)), 413, then],
    ["no token: not authenticated", single(reading, { headers: { authorization: null } }), 401, null],
    [
      "a wrong token: not authenticated",
      single(reading, { headers: { authorization: "Bearer x" } }),
      401,
      null,
    ],
    ["a wrong method: not authenticated", single(reading, { method: "GET" }), 405, null],
  ];
  test.each(rows)(
    "%s",
    async (_ruling, request, status, lastConnected) => {
      expect(await connectedBy(request)).toEqual([status, lastConnected]);
    },
    timeoutMs,
  );

  test(
    "is the time of the last request, not of the first",
    async () => {
      const { weir, client, createDevice, stored } = server();
      resetClock(server());
      const device = await createDevice();
      await client.send(device, single(reading));
      weir.clock.advanceMs(5000);
      await client.send(device, single({}));
      await weir.settle();
      expect(await stored.lastConnected(device.uuid)).toBe("2026-06-15T12:00:05.000000Z");
    },
    timeoutMs,
  );
});

describe("the device record: battery", () => {
  test(
    "is kept as history for every 202, and never for a refused request",
    async () => {
      const { weir, client, createDevice, stored } = server();
      resetClock(server());
      const device = await createDevice();
      const steps: [request: Submission, status: number][] = [
        [single({ ...reading, battery_voltage: 3.9 }), 202],
        [bulk({ data: [{ value: 2 }, 5], battery_voltage: 3.8 }), 202],
        // All are duplicates: it is still a 202, and the battery level is new.
        [bulk({ data: [{ value: 2 }], battery_voltage: 3.7 }), 202],
        [batch({ data: [{ sensor_slug: "humidity", value: 1 }], battery_voltage: 0 }), 202],
        [single({ data: { value: 3 }, battery_voltage: null }), 202],
        [single({ data: { value: 4 } }), 202],
        [single({ data: { value: "x" }, battery_voltage: 1 }), 422],
        [single({ data: [1], battery_voltage: 1 }), 422],
        [single({ data: { value: 5, timestamp: "2030-01-01" }, battery_voltage: 1 }), 422],
        [single({ ...reading, battery_voltage: 1 }, { sensor: "pressure" }), 404],
        [single({ data: { value: 6 }, battery_voltage: 101 }), 422],
        [single({ ...reading, battery_voltage: 3.6 }, { headers: { authorization: "Bearer x" } }), 401],
        [single({ data: { value: 7 }, battery_voltage: 100 }), 202],
      ];
      for (const [request, status] of steps) {
        expect((await client.send(device, request)).status).toBe(status);
        weir.clock.advanceMs(1000);
      }
      await weir.settle();
      expect(await stored.batteries(device.uuid)).toEqual([
        { receivedAt: "2026-06-15T12:00:00.000000Z", volts: 3.9 },
        { receivedAt: "2026-06-15T12:00:01.000000Z", volts: 3.8 },
        { receivedAt: "2026-06-15T12:00:02.000000Z", volts: 3.7 },
        { receivedAt: "2026-06-15T12:00:03.000000Z", volts: 0 },
        { receivedAt: "2026-06-15T12:00:12.000000Z", volts: 100 },
      ]);
    },
    timeoutMs,
  );

  test(
    "is kept for a 201 as well",
    async () => {
      const { weir, client, createDevice, stored } = server();
      resetClock(server());
      const device = await createDevice({ contract: "stored" });
      const request = single({ ...reading, battery_voltage: 3.3 }, { sensor: uuidOf(device) });
      expect((await client.send(device, request)).status).toBe(201);
      await weir.settle();
      expect(await stored.batteries(device.uuid)).toEqual([
        { receivedAt: "2026-06-15T12:00:00.000000Z", volts: 3.3 },
      ]);
    },
    timeoutMs,
  );
});

describe("the device record: current value", () => {
  contractTable(server, [
    {
      ruling: "is the saved reading with the latest time, not the last to arrive",
      exchanges: [
        {
          request: single({ data: { value: 1, timestamp: "2026-06-15T11:00:00Z" } }),
          answer: queued({ accepted: 1 }),
        },
        {
          afterMs: 1000,
          request: single({ data: { value: 2, timestamp: "2026-06-15T10:00:00Z" } }),
          answer: queued({ accepted: 1 }),
        },
        {
          afterMs: 1000,
          request: bulk({
            data: [
              { value: 3, timestamp: "2026-06-15T10:59:59.999999Z" },
              { value: 4, timestamp: "2026-06-15T09:00:00Z" },
            ],
          }),
          answer: queued({ accepted: 2 }),
        },
      ],
      // In order of time, so the last one is current.
      stored: [{ value: 4 }, { value: 2 }, { value: 3 }, { value: 1 }],
    },
    {
      ruling: "is none of the readings that were dropped",
      request: bulk({
        data: [
          { value: 1, timestamp: "2026-06-15T11:00:00Z" },
          { value: 2, timestamp: "2026-06-15T13:00:00Z" },
        ],
      }),
      answer: queued({ accepted: 1, rejected: { dropped_future_timestamp: 1 } }),
      stored: [{ value: 1 }],
    },
  ]);
});
