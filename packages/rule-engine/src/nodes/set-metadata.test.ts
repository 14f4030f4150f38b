import { describe, expect, test } from "bun:test";
import { problemsOfNode, runNode } from "../testing/run-node.ts";

function set(rows: readonly Record<string, unknown>[], metadata?: Record<string, unknown>) {
  const [result] = runNode("set-metadata", { rows }, [{ value: 21.5, ...(metadata && { metadata }) }]);
  return result!;
}

test.each([
  ["adds a key", [{ key: "room", value: "attic" }], { floor: 2 }, { floor: 2, room: "attic" }],
  ["starts where there is none", [{ key: "room", value: "attic" }], undefined, { room: "attic" }],
  ["replaces a key", [{ key: "room", value: "attic" }], { room: { deep: [1] } }, { room: "attic" }],
  ["fills in the reading", [{ key: "was", value: "{{value}} {{sensor.unit}}" }], {}, { was: "21.5 °C" }],
  ["copies a key", [{ key: "b", value: "{{metadata.a}}" }], { a: "x" }, { a: "x", b: "x" }],
  ["a missing key is empty", [{ key: "b", value: "<{{metadata.a}}>" }], {}, { b: "<>" }],
  [
    "rows see the metadata as it came in",
    [
      { key: "a", value: "{{metadata.b}}" },
      { key: "b", value: "{{metadata.a}}" },
    ],
    { a: "1", b: "2" },
    { a: "2", b: "1" },
  ],
  ["an empty value", [{ key: "a", value: "" }], { a: "1" }, { a: "" }],
  ["no value", [{ key: "a" }], { a: "1" }, { a: "" }],
  ["keys are taken whole", [{ key: "a.b c", value: "1" }], {}, { "a.b c": "1" }],
  ["keys that objects have anyway", [{ key: "constructor", value: "1" }], {}, { constructor: "1" }],
])("%s", (_name, rows, metadata, expected) => {
  expect(set(rows, metadata)).toMatchObject({ output: "out", value: 21.5, reason: null });
  expect(set(rows, metadata).metadata).toEqual(expected);
});

test("treats __proto__ as a plain key", () => {
  const { metadata } = set([{ key: "__proto__", value: "x" }], { a: 1 });
  expect(Object.entries(metadata)).toEqual([
    ["a", 1],
    ["__proto__", "x"],
  ]);
});

describe("the limit of 4096 bytes", () => {
  const overhead = '{"old":"","new":""}'.length;

  test("keeps what just fits", () => {
    const old = "x".repeat(4096 - overhead - 4);
    expect(set([{ key: "new", value: "{{value}}" }], { old })).toMatchObject({
      output: "out",
      metadata: { old, new: "21.5" },
    });
  });

  test("fails at one byte more and leaves the metadata unchanged", () => {
    const old = "x".repeat(4096 - overhead - 3);
    expect(set([{ key: "new", value: "{{value}}" }], { old })).toMatchObject({
      output: "failure",
      metadata: { old },
      reason: "The metadata would take 4097 bytes as JSON; the limit is 4096.",
    });
  });
});

test("treats each reading separately, whether late, of an equal time or of another sensor", () => {
  const rows = [{ key: "seen", value: "{{metadata.n}} {{value}}" }];
  const samples = [
    { value: 1, at: 100, metadata: { n: "a" } },
    { value: 2, at: 100 },
    { value: 3, at: 5, metadata: { n: "c" }, sensorId: 8 },
    { value: 4, at: 101, metadata: { n: "a" } },
  ];
  const seen = runNode("set-metadata", { rows }, samples).map(({ metadata }) => metadata.seen);
  expect(seen).toEqual(["a 1", " 2", "c 3", "a 4"]);
});

test.each([
  [{}, "rows: is required"],
  [{ rows: [] }, "rows: must have 1 to 20 rows, not 0"],
  [
    { rows: Array.from({ length: 21 }, (_, index) => ({ key: `k${index}`, value: "" })) },
    "rows: must have 1 to 20 rows, not 21",
  ],
  [{ rows: { key: "a" } }, "rows: must be a list"],
  [{ rows: ["a"] }, "rows.0: must be an object"],
  [{ rows: [{ key: "a", value: "1", to: "b" }] }, "rows.0.to: is unknown; expected one of key, value"],
  [{ rows: [{ key: "", value: "1" }] }, "rows.0.key: must not be empty"],
  [{ rows: [{ key: 5, value: "1" }] }, "rows.0.key: must be text"],
  [{ rows: [{ key: "k".repeat(257), value: "1" }] }, "rows.0.key: must be at most 256 characters long"],
  [{ rows: [{ key: "\ud800", value: "1" }] }, "rows.0.key: must be valid Unicode text"],
  [{ rows: [{ key: "a", value: 5 }] }, "rows.0.value: must be text"],
  [{ rows: [{ key: "a", value: "v".repeat(1001) }] }, "rows.0.value: must be at most 1000 characters long"],
  [{ rows: [{ key: "a", value: "{{value" }] }, 'rows.0.value: has a "{{" without "}}"'],
  [
    {
      rows: [
        { key: "a", value: "1" },
        { key: "a", value: "2" },
      ],
    },
    'rows.1.key: is used twice: "a"',
  ],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("set-metadata", config)).toContain(`Node "node", ${problem}`);
});

test("refuses an unknown placeholder and lists the known ones", () => {
  const [problem] = problemsOfNode("set-metadata", { rows: [{ key: "a", value: "{{colour}}" }] });
  expect(problem).toStartWith(
    'Node "node", rows.0.value: has the unknown placeholder {{colour}}; use one of value, at',
  );
});
