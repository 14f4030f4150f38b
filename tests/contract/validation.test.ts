import { describe } from "bun:test";
import { batch, bulk, single, useServer, uuidOf } from "./contract-server.ts";
import { contractTable, type Row } from "./contract-table.ts";
import { invalid, queued, queuedBatch } from "./expected-answers.ts";

const endpoints = { single, bulk, batch };

const server = useServer();

describe("validation: data", () => {
  const empty = { absent: "{}", null: '{"data":null}', "[]": '{"data":[]}', "{}": '{"data":{}}' };
  contractTable(
    server,
    Object.entries(endpoints).flatMap(([endpoint, request]) =>
      Object.entries(empty).map(([form, body]) => ({
        ruling: `${endpoint}: \`data\` ${form} is an error under \`data\``,
        request: request(body),
        answer: invalid("data"),
      })),
    ),
  );
});

describe("validation: value", () => {
  // As JSON text, because JSON.stringify cannot write all of them.
  const bad = ['"21.5"', '""', "null", "true", "false", "1e400", "-1e400", "[]", "[1]", "{}"];
  contractTable(server, [
    ...bad.map((value) => ({
      ruling: `single: ${value} is an error under \`data.value\``,
      request: single(`{"data":{"value":${value}}}`),
      answer: invalid("data.value"),
    })),
    ...bad.map((value) => ({
      ruling: `bulk: ${value} is an error under \`data.N.value\``,
      request: bulk(`{"data":[{"value":1},{"value":${value}}]}`),
      answer: invalid("data.1.value"),
    })),
    { ruling: "single: absent", request: single({ data: { note: 1 } }), answer: invalid("data.value") },
    { ruling: "bulk: absent", request: bulk({ data: [{}, { value: 1 }] }), answer: invalid("data.0.value") },
    {
      ruling: "batch: absent",
      request: batch({ data: [{ sensor_slug: "temperature" }] }),
      answer: invalid("data.0.value"),
    },
    ...["0", "-0", "-273.15", "1e308", "5e-324", "1e-400", "21.0", "9007199254740993"].map((value) => ({
      ruling: `${value} is a number`,
      request: single(`{"data":{"value":${value}}}`),
      answer: queued({ accepted: 1 }),
      stored: [{ value: Number(value) + 0 }],
    })),
  ]);
});

describe("validation: timestamp", () => {
  const bad = ['"yesterday"', '""', '" "', "1781524800", "0", "true", "false", "[]", "{}", '"2026-02-30"'];
  contractTable(server, [
    ...bad.map((timestamp) => ({
      ruling: `single: ${timestamp} is an error under \`data.timestamp\``,
      request: single(`{"data":{"value":1,"timestamp":${timestamp}}}`),
      answer: invalid("data.timestamp"),
    })),
    {
      ruling: "bulk: an error under `data.N.timestamp`",
      request: bulk({ data: [{ value: 1 }, { value: 1, timestamp: "later" }] }),
      answer: invalid("data.1.timestamp"),
    },
    {
      ruling: "null counts as absent",
      request: single({ data: { value: 1, timestamp: null } }),
      answer: queued({ accepted: 1 }),
      stored: [{ deviceAt: null }],
    },
  ]);
});

describe("validation: identifiers of a batch entry", () => {
  const both = ["data.0.sensor_slug", "data.0.sensor_uuid"];
  const entry = (identifiers: string, ...paths: string[]): Row => ({
    ruling: `${identifiers || "neither given"}: ${paths.length > 0 ? `errors under ${paths.join(" and ")}` : "taken"}`,
    request: batch(`{"data":[{"value":1${identifiers && `,${identifiers}`}}]}`),
    answer: paths.length > 0 ? invalid(...paths) : queuedBatch({ accepted: 1 }),
  });
  contractTable(server, [
    entry("", ...both),
    entry('"sensor_slug":null', ...both),
    entry('"sensor_uuid":null', ...both),
    entry('"sensor_slug":""', ...both),
    entry('"sensor_uuid":""', ...both),
    entry('"sensor_slug":null,"sensor_uuid":""', ...both),
    entry('"sensor_slug":"temperature","sensor_uuid":null'),
    entry('"sensor_slug":"temperature","sensor_uuid":""'),
    entry('"sensor_slug":7', "data.0.sensor_slug"),
    entry('"sensor_slug":false', "data.0.sensor_slug"),
    entry('"sensor_slug":["temperature"]', "data.0.sensor_slug"),
    entry('"sensor_uuid":{}', "data.0.sensor_uuid"),
    entry('"sensor_slug":0,"sensor_uuid":0', ...both),
    entry('"sensor_slug":"temperature","sensor_uuid":7', "data.0.sensor_uuid"),
    {
      ruling: "a slug that is not a string beside a real UUID: an error under its own path",
      request: (device) => batch({ data: [{ value: 1, sensor_slug: 7, sensor_uuid: uuidOf(device) }] }),
      answer: invalid("data.0.sensor_slug"),
    },
  ]);
});

describe("validation: battery_voltage", () => {
  const withBattery = (volts: string) => single(`{"data":{"value":1},"battery_voltage":${volts}}`);
  contractTable(server, [
    ...["-0.001", "100.001", "-1e400", "1e400", '"3.7"', '""', "true", "false", "[]", "{}"].map((volts) => ({
      ruling: `${volts} is an error under \`battery_voltage\``,
      request: withBattery(volts),
      answer: invalid("battery_voltage"),
    })),
    ...["0", "-0", "3.7", "100", "null"].map((volts) => ({
      ruling: `${volts} is taken`,
      request: withBattery(volts),
      answer: queued({ accepted: 1 }),
    })),
  ]);
});

describe("validation: all problems are listed", () => {
  const bad = (count: number) => ({ data: Array.from({ length: count }, () => ({ value: "x" })) });
  const paths = (count: number) => Array.from({ length: count }, (_, n) => `data.${n}.value`);
  contractTable(server, [
    {
      ruling: "of one reading and of the request",
      request: single({ data: { value: "x", timestamp: "y" }, battery_voltage: 101 }),
      answer: invalid("data.value", "data.timestamp", "battery_voltage"),
    },
    {
      ruling: "of the request alone",
      request: bulk({ data: [], battery_voltage: "x" }),
      answer: invalid("data", "battery_voltage"),
    },
    {
      ruling: "of several entries",
      request: batch({
        data: [
          { value: 1, sensor_slug: "temperature" },
          { timestamp: "x" },
          { value: 2, sensor_slug: "temperature", timestamp: "2026-13-01" },
          { value: null, sensor_uuid: 1 },
        ],
      }),
      answer: invalid(
        "data.1.value",
        "data.1.timestamp",
        "data.1.sensor_slug",
        "data.1.sensor_uuid",
        "data.2.timestamp",
        "data.3.value",
        "data.3.sensor_uuid",
      ),
    },
    { ruling: "100 paths are all listed", request: bulk(bad(100)), answer: invalid(...paths(100)) },
    {
      ruling: "of 101 paths the first 100 are listed",
      request: bulk(bad(101)),
      answer: invalid(...paths(100)),
    },
    {
      ruling: "of 10,000 paths the first 100 are listed",
      request: bulk(bad(10_000)),
      answer: invalid(...paths(100)),
    },
    {
      ruling: "one bad entry fails the request: nothing of it is accepted",
      exchanges: [
        { request: bulk({ data: [{ value: 1 }, { value: "x" }] }), answer: invalid("data.1.value") },
        { request: bulk({ data: [{ value: 1 }] }), answer: queued({ accepted: 1 }) },
      ],
      stored: [{ value: 1 }],
    },
  ]);
});
