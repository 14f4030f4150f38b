import { expect, test } from "bun:test";
import type { ChainDefinition } from "./chain.ts";
import { compileChain } from "./compile-chain.ts";
import { defaultChain } from "./default-chain.ts";
import type { ChainReading } from "./node-type.ts";

const reading: ChainReading = {
  sensorId: 7,
  deviceId: 3,
  atUs: 1_000_000,
  value: 21.5,
  receivedUs: 2_000_000,
  deviceSeconds: -1,
  deviceMicros: 0,
  metadata: "",
  batteryVolts: null,
};

function savedBy(chain: ChainDefinition): number[] {
  const compiled = compileChain(chain);
  if (!compiled.ok) throw new Error(compiled.problem);
  const saved: number[] = [];
  compiled.run(reading, { save: ({ value }) => saved.push(value) });
  return saved;
}

function node(id: string, type: string): ChainDefinition["nodes"][number] {
  return { id, type, version: 1, name: id, config: {}, position: { x: 0, y: 0 } };
}

test("the default chain saves each reading once", () => {
  expect(savedBy(defaultChain)).toEqual([21.5]);
});

test("a chain without a save step is legal and saves nothing", () => {
  expect(savedBy({ nodes: [node("input", "input")], wires: [] })).toEqual([]);
});

test("an output with two wires takes both", () => {
  const wires = ["a", "b"].map((to) => ({ from: "input", output: "out", to }));
  expect(savedBy({ nodes: [node("input", "input"), node("a", "save"), node("b", "save")], wires })).toEqual([
    21.5, 21.5,
  ]);
});

test.each([
  ["no input", { nodes: [node("save", "save")], wires: [] }, "one input"],
  ["two inputs", { nodes: [node("a", "input"), node("b", "input")], wires: [] }, "has 2"],
  [
    "an unknown type",
    {
      nodes: [node("input", "input"), node("x", "teleport")],
      wires: [{ from: "input", output: "out", to: "x" }],
    },
    'unknown type "teleport"',
  ],
  [
    "a wire to nowhere",
    { nodes: [node("input", "input")], wires: [{ from: "input", output: "out", to: "gone" }] },
    '"gone"',
  ],
  [
    "a loop",
    {
      nodes: [node("input", "input"), node("save", "save")],
      wires: [
        { from: "input", output: "out", to: "save" },
        { from: "save", output: "saved", to: "save" },
      ],
    },
    "loops",
  ],
])("a chain with %s is refused with the reason", (_name, chain, reason) => {
  const compiled = compileChain(chain);
  expect(compiled.ok ? "compiled" : compiled.problem).toContain(reason);
});
