import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

const type = "metadata-match";

function matches(config: Record<string, unknown>, metadata: ReadingSample["metadata"]): boolean {
  const sample = metadata === undefined ? { value: 1 } : { value: 1, metadata };
  const [output] = outputsOfNode(type, { key: "state", ...config }, [sample]);
  expect(output).toBeOneOf(["match", "no-match"]);
  return output === "match";
}

describe("is there, is not there", () => {
  test.each([
    ["no metadata at all", undefined, false],
    ["an empty object", {}, false],
    ["another key", { status: 1 }, false],
    ["another case of letters", { State: 1 }, false],
    ["a text", { state: "on" }, true],
    ["an empty text", { state: "" }, true],
    ["0", { state: 0 }, true],
    ["false", { state: false }, true],
    ["null", { state: null }, true],
    ["a list", { state: [] }, true],
    ["an entry further down", { device: { state: 1 } }, false],
  ])("%s", (_name, metadata, isThere) => {
    expect(matches({}, metadata)).toBe(isThere);
    expect(matches({ condition: "exists" }, metadata)).toBe(isThere);
    expect(matches({ condition: "missing" }, metadata)).toBe(!isThere);
  });

  test("treats a dot as part of the key", () => {
    expect(matches({ key: "a.b" }, { "a.b": 1 })).toBe(true);
    expect(matches({ key: "a.b" }, { a: { b: 1 } })).toBe(false);
  });

  test.each(["__proto__", "constructor", "toString", "hasOwnProperty"])("treats %s as a plain key", (key) => {
    const present = JSON.parse(`{${JSON.stringify(key)}: "on"}`) as Record<string, unknown>;
    for (const metadata of [undefined, {}, { other: 1 }]) {
      expect(matches({ key }, metadata)).toBe(false);
      expect(matches({ key, condition: "contains", text: "native" }, metadata)).toBe(false);
    }
    expect(matches({ key }, present)).toBe(true);
    expect(matches({ key, condition: "equals", text: "on" }, present)).toBe(true);
  });
});

describe("is the text, is not the text", () => {
  test.each([
    ["no metadata at all", undefined, "on", false],
    ["missing", { status: "on" }, "on", false],
    ["the same", { state: "on" }, "on", true],
    ["another", { state: "off" }, "on", false],
    ["another case of letters", { state: "ON" }, "on", false],
    ["a longer one", { state: "on " }, "on", false],
    ["an empty text", { state: "" }, "", true],
    ["missing is not the empty text", {}, "", false],
    ["beyond ASCII", { state: "geöffnet 😀" }, "geöffnet 😀", true],
    ["a number as JSON writes it", { state: 3 }, "3", true],
    ["a fraction", { state: 0.5 }, "0.5", true],
    ["a number written in another way", { state: 3 }, "3.0", false],
    ["true", { state: true }, "true", true],
    ["false", { state: false }, "false", true],
    ["null", { state: null }, "null", true],
    ["missing is not undefined", {}, "undefined", false],
    ["a list", { state: ["on"] }, "on", false],
    ["an object", { state: {} }, "[object Object]", false],
  ])("%s", (_name, metadata, text, isEqual) => {
    expect(matches({ condition: "equals", text }, metadata)).toBe(isEqual);
    expect(matches({ condition: "not-equals", text }, metadata)).toBe(!isEqual);
  });
});

describe("contains the text", () => {
  test.each([
    ["no metadata at all", undefined, "on", false],
    ["missing", {}, "on", false],
    ["all of it", { state: "on" }, "on", true],
    ["in the middle", { state: "front door" }, "on", true],
    ["not in it", { state: "off" }, "on", false],
    ["another case of letters", { state: "ON" }, "on", false],
    ["too short", { state: "o" }, "on", false],
    ["what looks like a pattern is plain text", { state: "aaa" }, "a.a", false],
    ["the digits of a number", { state: 1234 }, "23", true],
    ["true", { state: true }, "ru", true],
    ["a list", { state: ["on"] }, "on", false],
    ["an object", { state: { on: "on" } }, "on", false],
  ])("%s", (_name, metadata, text, isContained) => {
    expect(matches({ condition: "contains", text }, metadata)).toBe(isContained);
  });
});

describe("compares as a number", () => {
  test.each([
    [">", [false, false, true]],
    ["<", [true, false, false]],
    [">=", [false, true, true]],
    ["<=", [true, true, false]],
    ["==", [false, true, false]],
    ["!=", [true, false, true]],
  ])("%s 5", (operator, expected) => {
    const config = { condition: "number", operator, number: 5 };
    expect([4.9, 5, 5.1].map((state) => matches(config, { state }))).toEqual(expected);
  });

  test.each([
    ["no metadata at all", undefined],
    ["missing", {}],
    ["digits in a text", { state: "7" }],
    ["true", { state: true }],
    ["null", { state: null }],
    ["a list of one number", { state: [7] }],
    ["an object", { state: { value: 7 } }],
  ])("matches nothing for %s, which is no number, not even !=", (_name, metadata) => {
    for (const operator of [">", "<", ">=", "<=", "==", "!="]) {
      expect(matches({ condition: "number", operator, number: 0 }, metadata)).toBe(false);
    }
  });

  test("extreme numbers", () => {
    const config = { condition: "number", operator: ">", number: 0 };
    expect(matches(config, { state: Number.MIN_VALUE })).toBe(true);
    expect(matches(config, { state: Number.MAX_VALUE })).toBe(true);
    expect(matches(config, { state: -Number.MAX_VALUE })).toBe(false);
  });
});

test("judges each reading by its own metadata, whatever its sensor and time", () => {
  const samples = [
    { value: 1, at: 100, metadata: { state: "on" } },
    { value: 1, at: 100 },
    { value: 1, at: 50, metadata: { state: "off" }, sensorId: 8 },
    { value: 1, at: 1, metadata: { state: "on" }, lateBy: 1e6 },
  ];
  const outputs = outputsOfNode(type, { key: "state", condition: "equals", text: "on" }, samples);
  expect(outputs).toEqual(["match", "no-match", "no-match", "match"]);
});

test("passes the reading on unchanged", () => {
  const metadata = { room: "cellar", tags: [1, { a: null }] };
  const [result] = runNode(type, { key: "room" }, [{ value: 5, metadata }]);
  expect(result).toMatchObject({ output: "match", value: 5, metadata, effects: [] });
});

test.each([
  [{}, "key: is required"],
  [{ key: "" }, "key: must not be empty"],
  [{ key: 5 }, "key: must be text"],
  [{ key: "k".repeat(257) }, "key: must be at most 256 characters long"],
  [
    { key: "k", condition: "matches" },
    "condition: must be one of exists, missing, equals, not-equals, contains, number",
  ],
  [{ key: "k", condition: "equals" }, 'text: is required for the condition "equals"'],
  [{ key: "k", condition: "not-equals" }, 'text: is required for the condition "not-equals"'],
  [{ key: "k", condition: "contains" }, 'text: must not be empty for the condition "contains"'],
  [{ key: "k", condition: "contains", text: "" }, 'text: must not be empty for the condition "contains"'],
  [{ key: "k", condition: "equals", text: 5 }, "text: must be text"],
  [{ key: "k", condition: "equals", text: "x".repeat(1001) }, "text: must be at most 1000 characters long"],
  [{ key: "k", condition: "number" }, 'number: is required for the condition "number"'],
  [{ key: "k", condition: "number", number: "5" }, "number: must be a number"],
  [
    { key: "k", condition: "number", number: 5, operator: "=" },
    "operator: must be one of >, <, >=, <=, ==, !=",
  ],
  [{ key: "k", value: 1 }, "value: is unknown; expected one of key, condition, text, operator, number"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode(type, config)).toEqual([`Node "node", ${problem}`]);
});
