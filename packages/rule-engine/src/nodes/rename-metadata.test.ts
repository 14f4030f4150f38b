import { expect, test } from "bun:test";
import { problemsOfNode, runNode } from "../testing/run-node.ts";

function renamed(rows: readonly Record<string, unknown>[], metadata?: Record<string, unknown>) {
  const [result] = runNode("rename-metadata", { rows }, [{ value: 21.5, ...(metadata && { metadata }) }]);
  return result!;
}

test.each([
  ["a key", [{ from: "a", to: "b" }], { a: { deep: [1, null] }, c: 2 }, { b: { deep: [1, null] }, c: 2 }],
  ["null is a value too", [{ from: "a", to: "b" }], { a: null }, { b: null }],
  ["a missing key is skipped", [{ from: "a", to: "b" }], { b: 1, c: 2 }, { b: 1, c: 2 }],
  ["no metadata at all", [{ from: "a", to: "b" }], undefined, {}],
  ["the new name replaces what had it", [{ from: "a", to: "b" }], { a: 1, b: 2 }, { b: 1 }],
  [
    "row by row",
    [
      { from: "a", to: "b" },
      { from: "b", to: "c" },
    ],
    { a: 1, b: 2 },
    { c: 1 },
  ],
  [
    "a swap over a third name",
    [
      { from: "a", to: "x" },
      { from: "b", to: "a" },
      { from: "x", to: "b" },
    ],
    { a: 1, b: 2 },
    { a: 2, b: 1 },
  ],
  ["a dot is part of the name", [{ from: "a.b", to: "c" }], { "a.b": 1, a: { b: 2 } }, { c: 1, a: { b: 2 } }],
  ["what objects have anyway is no key", [{ from: "constructor", to: "c" }], { a: 1 }, { a: 1 }],
])("%s", (_name, rows, metadata, expected) => {
  const result = renamed(rows, metadata);
  expect(result).toMatchObject({ output: "out", value: 21.5, reason: null });
  expect(result.metadata).toEqual(expected);
});

test("treats __proto__ as a plain key", () => {
  const there = renamed([{ from: "a", to: "__proto__" }], { a: { x: 1 } }).metadata;
  expect(Object.entries(there)).toEqual([["__proto__", { x: 1 }]]);
  const back = renamed([{ from: "__proto__", to: "a" }], JSON.parse('{"__proto__":{"x":1}}')).metadata;
  expect(Object.entries(back)).toEqual([["a", { x: 1 }]]);
});

test("fails if metadata grows beyond 4096 bytes, and does not change it", () => {
  const metadata = { a: "x".repeat(4096 - '{"a":""}'.length) };
  expect(renamed([{ from: "a", to: "b" }], metadata)).toMatchObject({ output: "out" });
  expect(renamed([{ from: "a", to: "bb" }], metadata)).toMatchObject({
    output: "failure",
    metadata,
    reason: "The metadata would take 4097 bytes as JSON; the limit is 4096.",
  });
});

test("treats each reading separately, whether late, of an equal time or of another sensor", () => {
  const samples = [
    { value: 1, at: 100, metadata: { a: 1 } },
    { value: 2, at: 100 },
    { value: 3, at: 5, metadata: { a: 3 }, sensorId: 8 },
  ];
  const results = runNode("rename-metadata", { rows: [{ from: "a", to: "b" }] }, samples);
  expect(results.map(({ metadata }) => metadata)).toEqual([{ b: 1 }, {}, { b: 3 }]);
});

test.each([
  [{}, "rows: is required"],
  [{ rows: [] }, "rows: must have 1 to 20 rows, not 0"],
  [
    { rows: Array.from({ length: 21 }, (_, index) => ({ from: `a${index}`, to: "b" })) },
    "rows: must have 1 to 20 rows, not 21",
  ],
  [{ rows: [{ to: "b" }] }, "rows.0.from: is required"],
  [{ rows: [{ from: "a" }] }, "rows.0.to: is required"],
  [{ rows: [{ from: "", to: "b" }] }, "rows.0.from: must not be empty"],
  [{ rows: [{ from: "a", to: 5 }] }, "rows.0.to: must be text"],
  [{ rows: [{ from: "a", to: "\udc00" }] }, "rows.0.to: must be valid Unicode text"],
  [{ rows: [{ from: "a", to: "a" }] }, 'rows.0.to: must differ from "from"'],
  [
    {
      rows: [
        { from: "a", to: "b" },
        { from: "a", to: "c" },
      ],
    },
    'rows.1.from: is used twice: "a"',
  ],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("rename-metadata", config)).toEqual([`Node "node", ${problem}`]);
});
