import { describe, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition } from "../chain.ts";
import { handoversMax, tooManyHandovers } from "../handovers.ts";
import { Rehearsal } from "../rehearsal.ts";
import { problemsOfNode, runNode, sampleReading, sampleStart } from "../testing/run-node.ts";
import { validateChain } from "../validate-chain.ts";

const other = "7d3cbb0e-0f2f-4a5e-9d57-0d1c2b3a4f50";
const third = "11111111-2222-4333-8444-555555555555";
const position = { x: 0, y: 0 };

/** A straight chain of nodes, each connected to the given output of the one before. */
function straight(
  ...steps: [type: string, config: Record<string, unknown>, output: string][]
): ChainDefinition {
  const all: typeof steps = [["input", {}, "out"], ...steps];
  const nodes = all.map(([type, config], index) => ({
    id: `${index}-${type}`,
    type,
    version: 1,
    name: "",
    config,
    position,
  }));
  const wires = all.slice(1).map((_, index) => ({
    from: nodes[index]!.id,
    output: all[index]![2],
    to: nodes[index + 1]!.id,
  }));
  return { nodes, wires };
}

function rehearse(chain: ChainDefinition, others: Record<string, ChainDefinition>) {
  const made = unwrap(
    Rehearsal.of(chain, {
      sensorId: () => undefined,
      chain: (uuid) => (Object.hasOwn(others, uuid) ? others[uuid] : undefined),
    }),
  );
  return made.run(sampleReading({ value: 21.5, metadata: { a: 1 } }, sampleStart));
}

const toOther = straight(["scale", { factor: 2 }, "out"], ["chain", { chain: other }, ""]);

describe("the other chain", () => {
  test("gets the reading unchanged and decides what happens to it", () => {
    const { outcome, effects } = rehearse(toOther, { [other]: straight(["save", {}, "saved"]) });
    expect(outcome).toEqual({ kind: "saved" });
    expect(effects).toEqual([{ kind: "save", sensorId: 7, value: 43, metadata: '{"a":1}' }]);
  });

  test("may end it", () => {
    const { outcome, effects } = rehearse(toOther, { [other]: straight(["stop", {}, "stopped"]) });
    expect(outcome).toMatchObject({ kind: "ended", output: "stopped" });
    expect(effects).toEqual([]);
  });

  test("may hand it on", () => {
    const { outcome } = rehearse(toOther, {
      [other]: straight(["chain", { chain: third }, ""]),
      [third]: straight(["save", {}, "saved"]),
    });
    expect(outcome).toEqual({ kind: "saved" });
  });

  test("is found however its UUID is spelled", () => {
    const chain = straight(["chain", { chain: other.toUpperCase() }, ""]);
    expect(rehearse(chain, { [other]: straight(["save", {}, "saved"]) }).outcome).toEqual({ kind: "saved" });
  });

  test("keeps its own failures", () => {
    const { outcome } = rehearse(toOther, { [other]: straight(["scale", { factor: 1e308 }, "out"]) });
    expect(outcome).toMatchObject({ kind: "dead", nodeId: "1-scale" });
  });
});

describe("fails", () => {
  test("with the unchanged reading if the chain does not exist", () => {
    const samples = [
      { value: 5, metadata: { a: 1 } },
      { value: 6, at: 1, sensorId: 8 },
    ];
    const results = runNode("chain", { chain: other }, samples);
    for (const result of results) {
      expect(result).toMatchObject({ output: "failure", reason: `There is no chain ${other}.` });
    }
    expect(results[0]).toMatchObject({ value: 5, metadata: { a: 1 } });
  });

  test("if that chain cannot run", () => {
    const { outcome } = rehearse(toOther, { [other]: { nodes: [], wires: [] } });
    expect(outcome).toMatchObject({
      kind: "dead",
      nodeId: "2-chain",
      reason: expect.stringContaining("input"),
    });
  });

  test("if chains form a loop, which publishing refuses", () => {
    const { outcome, effects } = rehearse(toOther, { [other]: toOther });
    expect(outcome).toMatchObject({ kind: "dead", reason: tooManyHandovers });
    expect(effects.filter(({ kind }) => kind === "failure")).toHaveLength(1);
    expect(handoversMax).toBeLessThan(100);
  });
});

test("allows no wire but that of a failure", () => {
  const chain = straight(["chain", { chain: other }, "out"], ["save", {}, "saved"]);
  expect(validateChain(chain)).toMatchObject([
    { severity: "error", nodeId: "1-chain", field: null, message: 'it has no output "out"; it has failure.' },
  ]);
});

test("does not warn that a chain that only hands on saves nothing", () => {
  expect(validateChain(toOther)).toEqual([]);
});

test.each([
  [{}, "chain: is required"],
  [{ chain: "" }, "chain: must not be empty"],
  [{ chain: 5 }, "chain: must be text"],
  [{ chain: "default" }, "chain: must be the UUID of a chain"],
  [{ chain: other.slice(1) }, "chain: must be the UUID of a chain"],
  [{ chain: other.replaceAll("-", "") }, "chain: must be the UUID of a chain"],
  [{ chain: other.replace("7", "g") }, "chain: must be the UUID of a chain"],
  [{ chain: `${other}\n` }, "chain: must be at most 36 characters long"],
  [{ chain: `{${other}}` }, "chain: must be at most 36 characters long"],
  [{ chain: other, version: 1 }, "version: is unknown; expected one of chain"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("chain", config)).toEqual([`Node "node", ${problem}`]);
});
