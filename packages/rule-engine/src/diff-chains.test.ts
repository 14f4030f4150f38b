import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ChainDefinition, ChainNode } from "./chain.ts";
import { defaultChain } from "./default-chain.ts";
import { type ChainDiff, diffChains, isEmptyDiff } from "./diff-chains.ts";

const nothing: ChainDiff = {
  nodesAdded: [],
  nodesRemoved: [],
  nodesChanged: [],
  nodesMoved: [],
  wiresAdded: [],
  wiresRemoved: [],
};

const compare: ChainNode = {
  id: "limit",
  type: "compare",
  version: 1,
  name: "Too warm?",
  config: { operator: ">", value: 5 },
  position: { x: 120, y: 0 },
};

function withNode(node: ChainNode): ChainDefinition {
  return { nodes: [...defaultChain.nodes, node], wires: defaultChain.wires };
}

test("lists added and removed nodes completely, with their wires", () => {
  const wire = { from: "input", output: "out", to: "limit" };
  const after = { nodes: [defaultChain.nodes[0]!, compare], wires: [wire] };
  expect(diffChains(defaultChain, after)).toEqual({
    ...nothing,
    nodesAdded: [compare],
    nodesRemoved: [defaultChain.nodes[1]!],
    wiresAdded: [wire],
    wiresRemoved: [defaultChain.wires[0]!],
  });
});

test("lists the changes of a node by member, and of its configuration by field", () => {
  const after = { ...compare, name: "", version: 2, type: "range", config: { value: 6, unit: [1] } };
  const diff = diffChains(withNode(compare), withNode(after));
  expect(diff).toEqual({
    ...nothing,
    nodesChanged: [
      {
        nodeId: "limit",
        changes: [
          { member: "type", before: "compare", after: "range" },
          { member: "name", before: "Too warm?", after: "" },
          { member: "version", before: 1, after: 2 },
          { member: "config.operator", before: ">", after: null },
          { member: "config.value", before: 5, after: 6 },
          { member: "config.unit", before: null, after: [1] },
        ],
      },
    ],
  });
});

test("lists moves separately from changes", () => {
  const diff = diffChains(withNode(compare), withNode({ ...compare, position: { x: 120, y: 7 } }));
  const moved = { nodeId: "limit", before: { x: 120, y: 0 }, after: { x: 120, y: 7 } };
  expect(diff).toEqual({ ...nothing, nodesMoved: [moved] });
});

test("ignores the order of nodes, wires and members, and a field set to null, but not the order in a list", () => {
  const wires = ["x", "y"].map((output) => ({ from: "limit", output, to: "save" }));
  const list = (config: Record<string, unknown>, turned = false): ChainDefinition => {
    const nodes = [...withNode({ ...compare, config }).nodes];
    return turned ? { nodes: nodes.reverse(), wires: [...wires].reverse() } : { nodes, wires };
  };
  const before = list({ rows: [{ a: 1, b: 2 }, { a: 3 }], gone: null });
  expect(diffChains(before, list({ rows: [{ b: 2, a: 1 }, { a: 3 }] }, true))).toEqual(nothing);
  expect(isEmptyDiff(diffChains(before, list({ rows: [{ a: 3 }, { a: 1, b: 2 }] })))).toBeFalse();
  expect(isEmptyDiff(diffChains(list({ v: {} }), list({ v: [] })))).toBeFalse();
});

const id = fc.constantFrom("a", "b", "c", "d", "toString");
const node: fc.Arbitrary<ChainNode> = fc.record({
  id,
  type: fc.constantFrom("save", "compare"),
  version: fc.constantFrom(1, 2),
  name: fc.constantFrom("", "Name"),
  config: fc.dictionary(fc.constantFrom("value", "rows", "__proto__"), fc.jsonValue({ maxDepth: 2 })),
  position: fc.record({ x: fc.nat(2), y: fc.nat(2) }),
});
const wire = fc.record({ from: id, output: fc.constantFrom("out", "failure"), to: id });
/** Ids and wires may occur twice, as in a draft that is being edited. */
const chain = fc.record({ nodes: fc.array(node, { maxLength: 6 }), wires: fc.array(wire, { maxLength: 6 }) });
const sound = chain.map(({ nodes, wires }) => ({
  nodes: [...new Map(nodes.map((each) => [each.id, each])).values()],
  wires: [...new Map(wires.map((each) => [JSON.stringify(each), each])).values()],
}));

test("finds no difference of a chain from itself", () => {
  fc.assert(
    fc.property(chain, (same) => {
      expect(diffChains(same, structuredClone(same))).toEqual(nothing);
    }),
  );
});

test("mirrors the difference in reverse", () => {
  fc.assert(
    fc.property(chain, chain, (a, b) => {
      const there = diffChains(a, b);
      const back = diffChains(b, a);
      expect(new Set(back.nodesAdded)).toEqual(new Set(there.nodesRemoved));
      expect(new Set(back.wiresRemoved)).toEqual(new Set(there.wiresAdded));
      expect(back.nodesChanged.length).toBe(there.nodesChanged.length);
      expect(isEmptyDiff(back)).toBe(isEmptyDiff(there));
    }),
  );
});

test("gives the other chain when the difference is applied", () => {
  fc.assert(
    fc.property(sound, sound, (a, b) => {
      expect(isEmptyDiff(diffChains(patched(a, diffChains(a, b)), b))).toBeTrue();
    }),
  );
});

function patched({ nodes, wires }: ChainDefinition, diff: ChainDiff): ChainDefinition {
  const isIn = (list: readonly unknown[], item: unknown) =>
    list.some((each) => JSON.stringify(each) === JSON.stringify(item));
  return {
    nodes: [...nodes.filter((each) => !isIn(diff.nodesRemoved, each)), ...diff.nodesAdded].map((each) =>
      patchedNode(each, diff),
    ),
    wires: [...wires.filter((each) => !isIn(diff.wiresRemoved, each)), ...diff.wiresAdded],
  };
}

function patchedNode(before: ChainNode, diff: ChainDiff): ChainNode {
  const members = new Map<string, unknown>(Object.entries(before));
  const config = new Map<string, unknown>(Object.entries(before.config));
  const changes = diff.nodesChanged.find(({ nodeId }) => nodeId === before.id)?.changes ?? [];
  for (const { member, after } of changes) {
    if (member.startsWith("config.")) config.set(member.slice("config.".length), after);
    else members.set(member, after);
  }
  const moved = diff.nodesMoved.find(({ nodeId }) => nodeId === before.id);
  if (moved !== undefined) members.set("position", moved.after);
  return Object.fromEntries([...members, ["config", Object.fromEntries(config)]]) as unknown as ChainNode;
}
