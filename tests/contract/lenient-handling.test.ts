import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable, type Row } from "./contract-table.ts";
import {
  type ExpectedAnswer,
  invalid,
  lenient,
  noneAccepted,
  queued,
  queuedBatch,
  withHeaders,
} from "./expected-answers.ts";

const strictly = (answer: ExpectedAnswer) => withHeaders(answer, { "preference-applied": "handling=strict" });

const server = useServer();

describe("lenient handling: the Prefer header", () => {
  const partlyBad = { data: [{ value: 1 }, { value: "x" }] };
  const asLenient = lenient(queued({ accepted: 1, rejected: { dropped_invalid_value: 1 } }));
  const prefer = (header: string, answer: ExpectedAnswer): Row => ({
    ruling: header,
    request: bulk(partlyBad, { headers: { prefer: header } }),
    answer,
  });

  describe("asks for it", () => {
    contractTable(server, [
      prefer("handling=lenient", asLenient),
      prefer('handling="lenient"', asLenient),
      prefer("Handling=Lenient", asLenient),
      prefer("HANDLING=LENIENT", asLenient),
      prefer("handling = lenient", asLenient),
      prefer("handling=lenient; why=buffer", asLenient),
      prefer("respond-async, handling=lenient", asLenient),
      prefer("handling=lenient, wait=10", asLenient),
      prefer('return=minimal; note="a, b", handling="lenient"', asLenient),
      prefer("handling=lenient, handling=strict", asLenient),
      {
        ruling: "in the second of two headers",
        request: bulk(partlyBad, { headers: { Prefer: "wait=10", prefer: "handling=lenient" } }),
        answer: asLenient,
      },
    ]);
  });

  describe("does not ask for it", () => {
    contractTable(server, [
      prefer("respond-async", invalid("data.1.value")),
      prefer("handling", invalid("data.1.value")),
      prefer("handling=", invalid("data.1.value")),
      prefer("handling=lenien", invalid("data.1.value")),
      prefer("handling=lenient-ish", invalid("data.1.value")),
      prefer("x-handling=lenient", invalid("data.1.value")),
      prefer("wait=10; handling=lenient", invalid("data.1.value")),
      prefer('note="a, handling=lenient"', invalid("data.1.value")),
      prefer("handling=strict", strictly(invalid("data.1.value"))),
      prefer("handling=strict, handling=lenient", strictly(invalid("data.1.value"))),
      prefer('note="x, handling=lenient", handling=strict', strictly(invalid("data.1.value"))),
    ]);
  });
});

describe("lenient handling: the device's setting", () => {
  const partlyBad = bulk({ data: [{ value: 1 }, { value: "x" }] });
  const device = { handling: "lenient" } as const;
  contractTable(server, [
    {
      ruling: "is the same as the header, and no preference is said to be applied",
      device,
      request: partlyBad,
      answer: queued({ accepted: 1, rejected: { dropped_invalid_value: 1 } }),
    },
    {
      ruling: "gives way to a request that asks for strict handling",
      device,
      request: { ...partlyBad, headers: { prefer: "handling=strict" } },
      answer: strictly(invalid("data.1.value")),
    },
    {
      ruling: "stays when the header asks for something unknown",
      device,
      request: { ...partlyBad, headers: { prefer: "handling=whatever" } },
      answer: queued({ accepted: 1, rejected: { dropped_invalid_value: 1 } }),
    },
    {
      ruling: "strict is the default, and one bad entry fails the request",
      request: partlyBad,
      answer: invalid("data.1.value"),
    },
  ]);
});

describe("lenient handling: problems of an entry become drops", () => {
  const device = { handling: "lenient" } as const;
  const good = { sensor_slug: "temperature", value: 1 };
  const bad = { sensor_slug: "temperature", value: 2 };
  type Rejected = Parameters<typeof noneAccepted>[0];
  /** Sends the entry alone, so that nothing is accepted, and beside a good one. */
  const drop = (ruling: string, entry: string, rejected: Rejected): Row => ({
    ruling,
    device,
    exchanges: [
      { request: batch(`{"data":[${entry}]}`), answer: noneAccepted(rejected) },
      {
        request: batch(`{"data":[${entry},${JSON.stringify(good)}]}`),
        answer: queuedBatch({ accepted: 1, rejected }),
      },
    ],
    stored: [{ value: 1 }],
  });
  const large = "x".repeat(4096);

  contractTable(server, [
    drop("no value", '{"sensor_slug":"temperature"}', { dropped_missing_value: 1 }),
    drop("a null value", '{"sensor_slug":"temperature","value":null}', { dropped_missing_value: 1 }),
    drop("a value in quotes", '{"sensor_slug":"temperature","value":"21.5"}', { dropped_invalid_value: 1 }),
    drop("a boolean value", '{"sensor_slug":"temperature","value":true}', { dropped_invalid_value: 1 }),
    drop("a value that is not finite", '{"sensor_slug":"temperature","value":1e400}', {
      dropped_invalid_value: 1,
    }),
    drop("an object as value", '{"sensor_slug":"temperature","value":{}}', { dropped_invalid_value: 1 }),
    drop("no identifier", '{"value":2}', { dropped_missing_identifier: 1 }),
    drop("empty identifiers", '{"value":2,"sensor_slug":"","sensor_uuid":null}', {
      dropped_missing_identifier: 1,
    }),
    drop("an identifier that is not a string", '{"value":2,"sensor_uuid":7}', {
      dropped_missing_identifier: 1,
    }),
    drop("a bad timestamp", JSON.stringify({ ...bad, timestamp: "x" }), { dropped_invalid_timestamp: 1 }),
    drop("a timestamp that is a number", JSON.stringify({ ...bad, timestamp: 1 }), {
      dropped_invalid_timestamp: 1,
    }),
    drop("metadata over 4 KiB", JSON.stringify({ ...bad, large }), { dropped_metadata_too_large: 1 }),
    {
      ruling: "an entry is dropped once, for the first of identifier, value, timestamp, metadata",
      device,
      request: batch({
        data: [
          good,
          { timestamp: "x", large },
          { sensor_slug: "temperature", timestamp: "x", large },
          { sensor_slug: "temperature", value: "x", timestamp: "x", large },
          { ...bad, timestamp: "x", large },
          { ...bad, large },
        ],
      }),
      answer: queuedBatch({
        accepted: 1,
        rejected: {
          dropped_missing_identifier: 1,
          dropped_missing_value: 1,
          dropped_invalid_value: 1,
          dropped_invalid_timestamp: 1,
          dropped_metadata_too_large: 1,
        },
      }),
    },
    {
      ruling: "on the bulk endpoint as well",
      device,
      request: bulk({ data: [{}, { value: "x" }, { value: 1, timestamp: "x" }, { value: 1 }, 5] }),
      answer: queued({
        accepted: 1,
        rejected: {
          dropped_missing_value: 1,
          dropped_invalid_value: 1,
          dropped_invalid_timestamp: 1,
          dropped_invalid_shape: 1,
        },
      }),
    },
    {
      ruling: "on the single endpoint as well, where nothing is left to accept",
      device,
      request: single({ data: { value: "x" } }),
      answer: noneAccepted({ dropped_invalid_value: 1 }),
    },
  ]);
});

describe("lenient handling: problems of the request stay 422", () => {
  const device = { handling: "lenient" } as const;
  contractTable(server, [
    { ruling: "`data` missing", device, request: bulk({}), answer: invalid("data") },
    { ruling: "`data` null", device, request: bulk({ data: null }), answer: invalid("data") },
    { ruling: "`data` empty", device, request: batch({ data: [] }), answer: invalid("data") },
    { ruling: "`data` empty on single", device, request: single({ data: {} }), answer: invalid("data") },
    {
      ruling: "battery out of range",
      device,
      request: single({ data: { value: 1 }, battery_voltage: 101 }),
      answer: invalid("battery_voltage"),
    },
    {
      ruling: "battery out of range is the only problem listed beside bad entries",
      device,
      request: bulk({ data: [{ value: "x" }, { value: 1 }], battery_voltage: 101 }),
      answer: invalid("battery_voltage"),
    },
  ]);
});
