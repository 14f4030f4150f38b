import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import fc from "fast-check";
import type { ChainDefinition, ChainNode, Wire } from "./chain.ts";
import { defaultChain } from "./default-chain.ts";
import { nodeTraffic, type OutputCount } from "./node-traffic.ts";
import { noOutput } from "./node-type.ts";
import { Rehearsal } from "./rehearsal.ts";
import { sampleReading, sampleStart } from "./testing/run-node.ts";
import { node } from "./testing/write-chain.ts";

const compare = { operator: ">", value: 10 };
const chain: ChainDefinition = {
  nodes: [
    node("input", "input"),
    node("limit", "compare", compare),
    node("save", "save", { sensor: "other" }),
    node("stop", "stop"),
  ],
  wires: [
    { from: "input", output: "out", to: "limit" },
    { from: "limit", output: "true", to: "save" },
    { from: "limit", output: "false", to: "stop" },
    { from: "save", output: "failure", to: "stop" },
  ],
};

test("counts readings that entered a node, its outputs, and failures separately", () => {
  const counts: OutputCount[] = [
    { nodeId: "input", output: "out", readings: 10, ended: 0 },
    { nodeId: "limit", output: "true", readings: 6, ended: 0 },
    { nodeId: "limit", output: "false", readings: 4, ended: 0 },
    { nodeId: "save", output: "saved", readings: 5, ended: 0 },
    { nodeId: "save", output: "failure", readings: 1, ended: 0 },
    { nodeId: "stop", output: "stopped", readings: 5, ended: 3 },
  ];
  expect(nodeTraffic(chain, counts)).toEqual([
    { nodeId: "input", in: 10, out: [{ output: "out", readings: 10, ended: 0 }], failed: 0, ended: 0 },
    {
      nodeId: "limit",
      in: 10,
      out: [
        { output: "true", readings: 6, ended: 0 },
        { output: "false", readings: 4, ended: 0 },
      ],
      failed: 0,
      ended: 0,
    },
    { nodeId: "save", in: 6, out: [{ output: "saved", readings: 5, ended: 0 }], failed: 1, ended: 0 },
    { nodeId: "stop", in: 5, out: [{ output: "stopped", readings: 5, ended: 3 }], failed: 0, ended: 3 },
  ]);
});

test("shows every node and output of a chain without readings as zero", () => {
  expect(nodeTraffic(defaultChain, [])).toEqual([
    { nodeId: "input", in: 0, out: [{ output: "out", readings: 0, ended: 0 }], failed: 0, ended: 0 },
    { nodeId: "save", in: 0, out: [{ output: "saved", readings: 0, ended: 0 }], failed: 0, ended: 0 },
  ]);
});

test("includes counts of earlier versions at nodes that still exist, and leaves out others", () => {
  const counts: OutputCount[] = [
    { nodeId: "save", output: "old", readings: 2, ended: 1 },
    { nodeId: "gone", output: "out", readings: 9, ended: 9 },
  ];
  const save = nodeTraffic(defaultChain, counts).find(({ nodeId }) => nodeId === "save")!;
  expect(save.out).toEqual([
    { output: "saved", readings: 0, ended: 0 },
    { output: "old", readings: 2, ended: 1 },
  ]);
  expect(save.ended).toBe(1);
});

test("shows counts of nodes of unknown type or with an invalid configuration", () => {
  const odd: ChainDefinition = {
    nodes: [node("input", "input"), node("a", "no-such-kind"), node("b", "compare", { operator: "?" })],
    wires: [
      { from: "input", output: "out", to: "a" },
      { from: "nowhere", output: "out", to: "b" },
    ],
  };
  const counts = [{ nodeId: "b", output: "true", readings: 3, ended: 0 }];
  expect(nodeTraffic(odd, counts).map(({ in: came, out }) => [came, out.length])).toEqual([
    [0, 1],
    [0, 0],
    [3, 1],
  ]);
});

test("counts only readings that entered a node since it was added", () => {
  const counts: OutputCount[] = [
    { nodeId: "input", output: "out", readings: 100, ended: 0 },
    { nodeId: "limit", output: "true", readings: 2, ended: 0 },
    { nodeId: "limit", output: "failure", readings: 1, ended: 1 },
  ];
  expect(nodeTraffic(chain, counts).map(({ nodeId, in: came }) => [nodeId, came])).toEqual([
    ["input", 100],
    ["limit", 3],
    ["save", 0],
    ["stop", 0],
  ]);
});

test("counts readings that a node handed to another chain as entered, and at no output", () => {
  const handing: ChainDefinition = {
    nodes: [node("input", "input"), node("on", "chain", { chain: "7d3cbb0e-0f2f-4a5e-9d57-0d1c2b3a4f50" })],
    wires: [{ from: "input", output: "out", to: "on" }],
  };
  const counts: OutputCount[] = [
    { nodeId: "on", output: noOutput, readings: 5, ended: 0 },
    { nodeId: "on", output: "failure", readings: 2, ended: 0 },
  ];
  expect(nodeTraffic(handing, counts)[1]).toEqual({ nodeId: "on", in: 7, out: [], failed: 2, ended: 0 });
});

/** Nodes in a row; a wire only leads to a later one, so nothing loops. Nodes without an incoming wire are left out. */
const anyChain = fc
  .record({
    types: fc.array(fc.constantFrom("compare", "split", "save", "stop"), { minLength: 1, maxLength: 6 }),
    links: fc.array(fc.tuple(fc.nat(6), fc.nat(2), fc.nat(5)), { minLength: 1, maxLength: 10 }),
  })
  .map(({ types, links }) => {
    const nodes = [
      node("input", "input"),
      ...types.map((type, place) => node(`n${place}`, type, configs[type]!)),
    ];
    const wires = new Map<string, Wire>();
    for (const [fromPlace, outputPlace, gap] of links) {
      const from = nodes[fromPlace % nodes.length]!;
      const to = nodes[(fromPlace % nodes.length) + 1 + gap];
      if (to === undefined) continue;
      const outputs = outputsByType[from.type]!;
      const output = outputs[outputPlace % outputs.length]!;
      wires.set(`${from.id} ${output} ${to.id}`, { from: from.id, output, to: to.id });
    }
    return onlyReachable({ nodes, wires: [...wires.values()] });
  });

const configs: Record<string, ChainNode["config"]> = {
  compare,
  split: { n: 3 },
  save: { sensor: "missing" },
  stop: {},
};
const outputsByType: Record<string, readonly string[]> = {
  input: ["out"],
  compare: ["true", "false"],
  split: ["share", "rest"],
  save: ["saved", "failure"],
  stop: ["stopped"],
};

function onlyReachable({ nodes, wires }: ChainDefinition): ChainDefinition {
  const reached = new Set(["input"]);
  for (const { id } of nodes)
    for (const { from, to } of wires) if (from === id && reached.has(id)) reached.add(to);
  return {
    nodes: nodes.filter(({ id }) => reached.has(id)),
    wires: wires.filter(({ from }) => reached.has(from)),
  };
}

test("lets as many readings leave a node as entered it, in any chain", () => {
  const property = fc.property(anyChain, fc.array(fc.double(), { maxLength: 20 }), (definition, values) => {
    const rehearsal = unwrap(Rehearsal.of(definition, { sensorId: () => undefined, chain: () => undefined }));
    const counts = new Map<string, { nodeId: string; output: string; readings: number; ended: number }>();
    const entered = new Map<string, number>();
    values.forEach((value, second) => {
      const { steps } = rehearsal.run(sampleReading({ value }, sampleStart + second));
      for (const { nodeId, output } of steps) {
        entered.set(nodeId, (entered.get(nodeId) ?? 0) + 1);
        const key = `${nodeId} ${output}`;
        const count = counts.get(key) ?? { nodeId, output: output!, readings: 0, ended: 0 };
        counts.set(key, { ...count, readings: count.readings + 1 });
      }
    });
    for (const { nodeId, in: came, out, failed } of nodeTraffic(definition, counts.values())) {
      expect(came).toBe(entered.get(nodeId) ?? 0);
      expect(out.reduce((sum, { readings }) => sum + readings, 0) + failed).toBe(came);
    }
  });
  fc.assert(property, { numRuns: 200 });
});
