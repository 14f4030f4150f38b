import { expect, test } from "bun:test";
import { succeed } from "@weir/protocol/result";
import fc from "fast-check";
import { defaultChain } from "./default-chain.ts";
import { chainBytesMax, readChain } from "./read-chain.ts";

const input = { id: "input", type: "input" };
const withNode = (node: unknown) => ({ nodes: [input, node], wires: [] });
const withWire = (wire: unknown) => ({ nodes: [input], wires: [wire] });

function problemsOf(json: unknown): string[] {
  const read = readChain(json);
  return read.ok ? [] : read.error;
}

test("reads a definition back unchanged", () => {
  expect(readChain(defaultChain)).toEqual(succeed(defaultChain));
});

test("fills in defaults for omitted members", () => {
  const chain = {
    nodes: [{ ...input, version: 1, name: "", config: {}, position: { x: 0, y: 0 } }],
    wires: [],
  };
  expect(readChain({ nodes: [input], wires: [] })).toEqual(succeed(chain));
});

test("accepts a draft that is wrong in everything but its shape", () => {
  const chain = {
    nodes: [
      { ...input, name: "x".repeat(100) },
      { ...input, type: "teleport", config: { any: ["thing"] }, position: { x: -1.5, y: 1e9 } },
    ],
    wires: [{ from: "gone", output: "Über 9", to: "gone" }],
  };
  expect(readChain(chain).ok).toBeTrue();
});

test("keeps members that are named like those of every object", () => {
  const read = readChain(JSON.parse('{"nodes":[{"id":"a","type":"b","config":{"__proto__":1}}],"wires":[]}'));
  expect(read.ok && Object.keys(read.value.nodes[0]!.config)).toEqual(["__proto__"]);
  const text = '{"nodes":[{"id":"a","type":"b","__proto__":1,"constructor":2}],"wires":[]}';
  expect(problemsOf(JSON.parse(text))).toEqual([
    "nodes.0.__proto__: is unknown; expected one of id, type, version, name, config, position.",
    "nodes.0.constructor: is unknown; expected one of id, type, version, name, config, position.",
  ]);
});

test.each<[string, unknown, string]>([
  ["null", null, "The chain must be an object."],
  ["a list", [], "The chain must be an object."],
  ["text", "chain", "The chain must be an object."],
  ["nothing", undefined, "The chain cannot be written as JSON."],
  ["no nodes", { wires: [] }, "nodes: must be a list."],
  ["wires that are no list", { nodes: [], wires: {} }, "wires: must be a list."],
  [
    "an unknown member",
    { nodes: [], wires: [], name: "x" },
    "name: is unknown; expected one of nodes, wires.",
  ],
  ["a node that is none", withNode(5), "nodes.1: must be an object."],
  ["no id", withNode({ type: "save" }), "nodes.1.id: must be 1 to 64"],
  ["an empty id", withNode({ id: "", type: "save" }), "nodes.1.id: must be 1 to 64"],
  ["a long id", withNode({ id: "x".repeat(65), type: "save" }), "nodes.1.id: must be 1 to 64"],
  ["an id with a space", withNode({ id: "a b", type: "save" }), "nodes.1.id: must be 1 to 64"],
  ["an id with a line break", withNode({ id: "a\n", type: "save" }), "nodes.1.id: must be 1 to 64"],
  ["no type", withNode({ id: "a" }), "nodes.1.type: must be 1 to 64"],
  ["a version of 0", withNode({ id: "a", type: "b", version: 0 }), "nodes.1.version: must be a whole number"],
  ["half a version", withNode({ id: "a", type: "b", version: 1.5 }), "nodes.1.version: must be"],
  ["no version on purpose", withNode({ id: "a", type: "b", version: null }), "nodes.1.version: must be"],
  ["a long name", withNode({ id: "a", type: "b", name: "x".repeat(101) }), "nodes.1.name: must be text of 0"],
  ["half a character", withNode({ id: "a", type: "b", name: "\ud800" }), "nodes.1.name: must be text"],
  ["a list as config", withNode({ id: "a", type: "b", config: [] }), "nodes.1.config: must be an object."],
  ["no config on purpose", withNode({ id: "a", type: "b", config: null }), "nodes.1.config: must be an"],
  ["half a position", withNode({ id: "a", type: "b", position: { x: 1 } }), "nodes.1.position.y: must be a"],
  ["a position of text", withNode({ id: "a", type: "b", position: "left" }), "nodes.1.position: must be an"],
  ["3D", withNode({ id: "a", type: "b", position: { x: 1, y: 2, z: 3 } }), "nodes.1.position.z: is unknown"],
  ["a wire that is none", withWire(null), "wires.0: must be an object."],
  ["a wire from nowhere", withWire({ output: "out", to: "b" }), "wires.0.from: must be 1 to 64"],
  ["a wire to a number", withWire({ from: "a", output: "out", to: 5 }), "wires.0.to: must be 1 to 64"],
  ["an unnamed output", withWire({ from: "a", output: "", to: "b" }), "wires.0.output: must be text of 1"],
  [
    "a coloured wire",
    withWire({ from: "a", output: "o", to: "b", colour: "red" }),
    "wires.0.colour: is unknown",
  ],
])("refuses %s, and names the path", (_name, json, problem) => {
  expect(problemsOf(json)).toHaveLength(1);
  expect(problemsOf(json)[0]).toStartWith(problem);
});

test("refuses numbers that JSON cannot hold", () => {
  expect(problemsOf(withNode({ id: "a", type: "b", position: { x: Number.NaN, y: 0 } }))).toEqual([
    "nodes.1.position.x: must be a number.",
  ]);
});

test("refuses values that JSON cannot express", () => {
  const looped: Record<string, unknown> = {};
  looped.self = looped;
  for (const config of [looped, { big: 1n }]) {
    expect(problemsOf(withNode({ id: "a", type: "b", config }))).toEqual([
      "The chain cannot be written as JSON.",
    ]);
  }
});

test("limits the nesting of a configuration to 32 levels", () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const chain = (depth: number) => withNode({ id: "a", type: "b", config: { x: nested(depth - 1) } });
  expect(problemsOf(chain(32))).toEqual([]);
  expect(problemsOf(chain(33))).toEqual(["nodes.1.config: must not be nested deeper than 32."]);
});

test("reports all problems at once, up to a hundred", () => {
  const nodes = Array.from({ length: 80 }, () => ({ id: "", type: "" }));
  const problems = problemsOf({ nodes, wires: [] });
  expect(problems).toHaveLength(101);
  expect(problems.at(-1)).toBe("and 60 more.");
});

test("refuses a chain of more than 256 KiB, counted in bytes", () => {
  const around = JSON.stringify({ nodes: [{ id: "a", type: "b", config: { text: "" } }], wires: [] }).length;
  const ofBytes = (bytes: number) => ({
    nodes: [{ id: "a", type: "b", config: { text: "é".repeat((bytes - around) / 2) } }],
    wires: [],
  });
  const fits = chainBytesMax - ((chainBytesMax - around) % 2);
  expect(readChain(ofBytes(fits)).ok).toBeTrue();
  expect(problemsOf(ofBytes(fits + 2))).toEqual([
    `The chain has ${fits + 2} bytes as JSON; the limit is ${chainBytesMax}.`,
  ]);
});

test("answers for any input, and accepts unchanged what it accepted before", () => {
  const id = fc.oneof(fc.constantFrom("a", "b"), fc.string());
  const node = fc.record(
    { id, type: id, version: fc.oneof(fc.nat(3), fc.double()), config: fc.dictionary(id, fc.jsonValue()) },
    { requiredKeys: ["id", "type"] },
  );
  const wire = fc.record({ from: id, output: id, to: id });
  const chain = fc.record({ nodes: fc.array(node), wires: fc.array(wire) });
  fc.assert(
    fc.property(fc.oneof(fc.anything(), fc.jsonValue(), chain), (json) => {
      const read = readChain(json);
      if (read.ok) expect(readChain(read.value)).toEqual(read);
      else expect(read.error.length).toBeGreaterThan(0);
    }),
  );
});
