import { expect, test } from "bun:test";
import { problemsOfNode, runNode } from "../testing/run-node.ts";

test.each([
  ["a key", { rows: [{ key: "a" }] }, { a: 1, b: 2 }, { b: 2 }],
  ["the only key", { rows: [{ key: "a" }] }, { a: { deep: 1 } }, {}],
  ["several", { rows: [{ key: "a" }, { key: "c" }] }, { a: 1, b: 2, c: 3 }, { b: 2 }],
  ["missing ones are skipped", { rows: [{ key: "x" }, { key: "a" }] }, { a: 1, b: 2 }, { b: 2 }],
  ["all are missing", { rows: [{ key: "x" }] }, { a: 1 }, { a: 1 }],
  ["no metadata at all", { rows: [{ key: "a" }] }, undefined, {}],
  ["a dot is part of the name", { rows: [{ key: "a.b" }] }, { a: { b: 1 }, "a.b": 2 }, { a: { b: 1 } }],
  ["what objects have anyway", { rows: [{ key: "constructor" }] }, { constructor: 1, a: 1 }, { a: 1 }],
  ["everything", { everything: true }, { a: 1, b: 2 }, {}],
  ["everything, of nothing", { everything: true }, undefined, {}],
  ["everything, keys or not", { everything: true, rows: [{ key: "a" }] }, { a: 1, b: 2 }, {}],
])("%s", (_name, config, metadata, expected) => {
  const [result] = runNode("drop-metadata", config, [{ value: 21.5, ...(metadata && { metadata }) }]);
  expect(result).toMatchObject({ output: "out", value: 21.5, reason: null });
  expect(result!.metadata).toEqual(expected);
});

test("treats __proto__ as a plain key", () => {
  const metadata = JSON.parse('{"__proto__":{"x":1},"a":1}');
  const [dropped] = runNode("drop-metadata", { rows: [{ key: "__proto__" }] }, [{ value: 1, metadata }]);
  expect(Object.entries(dropped!.metadata)).toEqual([["a", 1]]);
  const [kept] = runNode("drop-metadata", { rows: [{ key: "a" }] }, [{ value: 1, metadata }]);
  expect(Object.entries(kept!.metadata)).toEqual([["__proto__", { x: 1 }]]);
});

test("treats each reading separately, whether late, of an equal time or of another sensor", () => {
  const samples = [
    { value: 1, at: 100, metadata: { a: 1, n: 1 } },
    { value: 2, at: 100 },
    { value: 3, at: 5, metadata: { a: 3, n: 3 }, sensorId: 8 },
  ];
  const results = runNode("drop-metadata", { rows: [{ key: "a" }] }, samples);
  expect(results.map(({ metadata }) => metadata)).toEqual([{ n: 1 }, {}, { n: 3 }]);
});

test.each([
  [{}, "rows: must have at least one key unless everything is removed"],
  [{ rows: [] }, "rows: must have at least one key unless everything is removed"],
  [{ everything: false, rows: [] }, "rows: must have at least one key unless everything is removed"],
  [{ everything: "yes" }, "everything: must be true or false"],
  [
    { rows: Array.from({ length: 21 }, (_, index) => ({ key: `a${index}` })) },
    "rows: must have 0 to 20 rows, not 21",
  ],
  [{ rows: "a" }, "rows: must be a list"],
  [{ rows: [{}] }, "rows.0.key: is required"],
  [{ rows: [{ key: "" }] }, "rows.0.key: must not be empty"],
  [{ rows: [{ key: 5 }] }, "rows.0.key: must be text"],
  [{ rows: [{ key: "a" }, { key: "b" }, { key: "a" }] }, 'rows.2.key: is used twice: "a"'],
  [{ keys: ["a"], everything: true }, "keys: is unknown; expected one of everything, rows"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("drop-metadata", config)).toEqual([`Node "node", ${problem}`]);
});
