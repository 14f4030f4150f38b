import { describe } from "bun:test";
import { batch, bulk, single, useServer } from "./contract-server.ts";
import { contractTable } from "./contract-table.ts";
import { invalid, queued, queuedBatch } from "./expected-answers.ts";

const metadataBytesMax = 4096;

/** Metadata of one key that takes this many bytes as JSON. */
function metadataOf(bytes: number, key = "note"): Record<string, string> {
  return { [key]: "x".repeat(bytes - JSON.stringify({ [key]: "" }).length) };
}

/** Numbers that a double cannot hold, numbers with several notations, and keys that objects would reorder. */
const exactMembers = String.raw`"b": 12345678901234567890, "a": [9007199254740993, -0, 1e400, {"c": 1.50}], "10": "\u00fc", "9": 1E2`;

describe("validation: metadata of one reading", () => {
  const server = useServer();
  contractTable(server, [
    {
      ruling: "4096 bytes as JSON are kept",
      request: single({ data: { value: 1, ...metadataOf(metadataBytesMax) } }),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: JSON.stringify(metadataOf(metadataBytesMax)) }],
    },
    {
      ruling: "4097 bytes are an error under `data.KEY`",
      request: single({ data: { value: 1, ...metadataOf(metadataBytesMax + 1) } }),
      answer: invalid("data.note"),
    },
    {
      ruling: "4097 bytes are an error under `data.N.KEY`",
      request: bulk({ data: [{ value: 1 }, { value: 2, ...metadataOf(metadataBytesMax + 1) }] }),
      answer: invalid("data.1.note"),
    },
    {
      ruling: "each reading has 4096 bytes of its own",
      request: bulk({
        data: [
          { value: 1, ...metadataOf(metadataBytesMax) },
          { value: 2, ...metadataOf(metadataBytesMax) },
        ],
      }),
      answer: queued({ accepted: 2 }),
    },
    {
      ruling: "the whole counts, and the largest key is named: last",
      request: single({ data: { value: 1, a: 1, b: "x".repeat(1000), c: "x".repeat(3100) } }),
      answer: invalid("data.c"),
    },
    {
      ruling: "the whole counts, and the largest key is named: first",
      request: single({ data: { value: 1, c: "x".repeat(3100), b: "x".repeat(1000), a: 1 } }),
      answer: invalid("data.c"),
    },
    {
      ruling: "the largest key is the one with the most bytes, not the most characters",
      request: single({ data: { value: 1, bytes: "€".repeat(1200), characters: "x".repeat(1500) } }),
      answer: invalid("data.bytes"),
    },
    {
      ruling: "bytes count, not characters: 4096 bytes in three-byte characters are kept",
      request: single({ data: { value: 1, abc: "€".repeat(1362) } }),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: `{"abc":"${"€".repeat(1362)}"}` }],
    },
    {
      ruling: "bytes count, not characters: 4099 bytes in three-byte characters are too many",
      request: single({ data: { value: 1, abc: "€".repeat(1363) } }),
      answer: invalid("data.abc"),
    },
    {
      ruling: "the key counts as well as what it holds",
      request: single({ data: { value: 1, [`k${"x".repeat(metadataBytesMax)}`]: 1 } }),
      answer: invalid(`data.k${"x".repeat(metadataBytesMax)}`),
    },
    {
      ruling: "white space between tokens does not count",
      request: single(`{"data":{"value":1,"a":[${" ".repeat(5000)}1]}}`),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"a":[1]}' }],
    },
    {
      ruling: "`value`, `timestamp` and identifiers are not metadata",
      request: batch({
        data: [
          {
            sensor_slug: "temperature",
            sensor_uuid: null,
            value: 1,
            timestamp: `2026-06-15T11:00:00.${"0".repeat(4096)}Z`,
            ...metadataOf(metadataBytesMax),
          },
        ],
      }),
      answer: queuedBatch({ accepted: 1 }),
      stored: [{ metadata: JSON.stringify(metadataOf(metadataBytesMax)) }],
    },
    {
      ruling: "outside a batch, identifiers are keys like any other",
      request: single({ data: { value: 1, sensor_slug: "humidity", sensor_uuid: 7 } }),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"sensor_slug":"humidity","sensor_uuid":7}' }],
    },
    ...[single, bulk, batch].map((endpoint, n) => ({
      ruling: `${["single", "bulk", "batch"][n]}: kept as the JSON text that was sent, but for white space`,
      request: endpoint(
        `{"data":${n === 0 ? "" : "["}{"sensor_slug":"temperature","value":1, ${exactMembers}}${n === 0 ? "" : "]"}}`,
      ),
      answer: n === 2 ? queuedBatch({ accepted: 1 }) : queued({ accepted: 1 }),
      stored: [
        { metadata: `{${n === 2 ? "" : '"sensor_slug":"temperature",'}${exactMembers.replaceAll(" ", "")}}` },
      ],
    })),
    {
      ruling: "of a repeated key the last is kept, at every spelling",
      request: single('{"data":{"value":1,"a":1,"\\u0061":2.0}}'),
      answer: queued({ accepted: 1 }),
      stored: [{ metadata: '{"\\u0061":2.0}' }],
    },
    {
      ruling: "a key may be any text, and its path is that text",
      request: single({ data: { value: 1, ...metadataOf(metadataBytesMax + 1, "a.b\n__proto__") } }),
      answer: invalid("data.a.b\n__proto__"),
    },
  ]);
});
