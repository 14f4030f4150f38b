import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import type { ChainDefinition, ChainNode, Wire } from "./chain.ts";
import { Rehearsal } from "./rehearsal.ts";
import { sampleReading } from "./testing/run-node.ts";

const list = Array.from({ length: 1900 }, () => 1);

function node(id: string, type: string, config: ChainNode["config"] = {}): ChainNode {
  return { id, type, version: 1, name: `The ${id}`, config, position: { x: 0, y: 0 } };
}

function expression(id: string, when: string): ChainNode {
  return node(id, "expression", { when });
}

/** Nodes in a row, connected by `false`. */
function row(...nodes: ChainNode[]): ChainDefinition {
  const all = [node("input", "input"), ...nodes, node("save", "save")];
  const wires: Wire[] = all.slice(1).map(({ id }, index) => ({
    from: all[index]!.id,
    output: index === 0 ? "out" : "false",
    to: id,
  }));
  return { nodes: all, wires };
}

function rehearse(chain: ChainDefinition, metadata: Record<string, unknown> = { list }) {
  const rehearsal = unwrap(Rehearsal.of(chain, { sensorId: () => 7, chain: () => undefined }));
  return { run: (over = metadata) => rehearsal.run(sampleReading({ value: 1, metadata: over }, 1)) };
}

const loops = (count: number, loop = "metadata.list.exists(x, x > 2.0)") =>
  Array.from({ length: count }, (_, nth) => expression(`loop-${nth}`, loop));
const costly = [...Array(6)].map(() => "metadata.list.exists(x, x + 1.0 + 1.0 + 1.0 > 9.0)").join(" || ");

test("kills a reading that takes too many steps, and names the node that took most of them", () => {
  const chain = row(expression("before", "value > 9.0"), expression("heavy", costly), ...loops(6));
  const { outcome } = rehearse(chain).run();
  if (outcome.kind !== "dead") throw new Error(`It is ${outcome.kind}.`);
  expect(outcome.nodeId).toBe("heavy");
  expect(outcome.reason).toContain(
    'more than 2 ms of processing time (200000 steps), most of it at "The heavy"',
  );
});

test("runs cheaper readings through the same chain, even after one that cost too much", () => {
  const { run } = rehearse(row(expression("heavy", costly), ...loops(6)));
  expect(run().outcome.kind).toBe("dead");
  expect(run({ list: [1] }).outcome).toEqual({ kind: "saved" });
  expect(run().outcome.kind).toBe("dead");
});

test("continues neither || nor a loop after the steps are used up", () => {
  const swallowing = "!(metadata.list.exists(x, x.a == 1.0) || true)";
  const { outcome } = rehearse(row(expression("one", swallowing), expression("other", swallowing))).run();
  expect(outcome.kind).toBe("dead");
});

test.each([
  ["texts", 'metadata.text.replace("a", "b").contains("c")', { text: "a".repeat(2000) }],
  ["patterns", 'metadata.text.matches("^(a|aa|aaa)*b$")', { text: "a".repeat(1000) }],
  ["comparisons of lists", "metadata.list == metadata.list.map(x, x + 1.0)", { list }],
])("counts %s by their length", (_what, when, metadata) => {
  const nodes = Array.from({ length: 20 }, (_, nth) => expression(`n${nth}`, when));
  const { run } = rehearse(row(...nodes), metadata);
  expect(run().outcome.kind).toBe("dead");
  const [short] = Object.entries(metadata).map(([key, value]) => ({ [key]: value.slice(0, 3) }));
  expect(run(short).outcome).toEqual({ kind: "saved" });
});

test("counts messages by what they cost the store", () => {
  const hooks = Array.from({ length: 30 }, (_, nth) =>
    node(`hook-${nth}`, "webhook", { url: "https://example.org/", headers: [], secret: "webhook" }),
  );
  const chain = row(...hooks);
  const wires = chain.wires.map((wire) => ({ ...wire, output: wire.from === "input" ? "out" : "queued" }));
  const { outcome, effects } = rehearse({ ...chain, wires }).run();
  expect(outcome.kind).toBe("dead");
  expect(effects.filter(({ kind }) => kind === "message").length).toBeLessThan(22);
});
