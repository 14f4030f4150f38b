import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import { describeProblem } from "@weir/rule-engine/chain-problem";
import { readingTimeMaxMs } from "@weir/rule-engine/reading-meter";
import { node } from "@weir/rule-engine/testing/write-chain";
import { validateChain } from "@weir/rule-engine/validate-chain";
import {
  chainUuid,
  savingSensor,
  TestProcessing,
} from "../../packages/server/src/process/test-processing.ts";

/**
 * Measures how long one reading can take. For each kind of chain that is as expensive as the rules allow, it
 * prints the microseconds of CPU per reading and the outcome, through the real processor and store. Every
 * figure should be below readingTimeMaxMs, unless this machine is slower than the one on which the cost of
 * steps was measured.
 */
const rounds = 300;
const longList = JSON.stringify({ list: Array.from({ length: 2000 }, () => 1) });
const longText = JSON.stringify({ text: "a".repeat(1000), more: "b".repeat(3000) });

/** Chains the nodes by their first output, with a save node at the end. */
function row(output: string, ...nodes: ChainNode[]): ChainDefinition {
  const all = [node("input", "input"), ...nodes, node("save", "save")];
  const wires: Wire[] = all.slice(1).map(({ id }, index) => ({
    from: all[index]!.id,
    output: index === 0 ? "out" : output,
    to: id,
  }));
  return { nodes: all, wires };
}

function times(count: number, make: (nth: number) => ChainNode): ChainNode[] {
  return Array.from({ length: count }, (_, nth) => make(nth));
}

/** As many of these nodes as a chain may have. */
function asManyAsAllowed(output: string, most: number, make: (nth: number) => ChainNode): ChainDefinition {
  for (let count = most; count > 0; count--) {
    const chain = row(output, ...times(count, make));
    if (validateChain(chain).every(({ severity }) => severity !== "error")) return chain;
  }
  throw new Error(
    validateChain(row(output, make(0)))
      .map(describeProblem)
      .join("\n"),
  );
}

/**
 * A reading that visits as many nodes as allowed: every node leads to all nodes after it, so the visits
 * double each time.
 */
function manyVisits(): ChainDefinition {
  const layers = 8;
  const nodes = [node("input", "input")];
  const wires: Wire[] = [];
  let last = ["input"];
  for (let layer = 0; layer < layers; layer++) {
    const pair = [0, 1].map((nth) => node(`n${layer}-${nth}`, "scale", { factor: 1.5, offset: 1 }));
    nodes.push(...pair);
    for (const from of last) for (const { id } of pair) wires.push({ from, output: "out", to: id });
    last = pair.map(({ id }) => id);
  }
  nodes.push(node("save", "save"));
  for (const from of last) wires.push({ from, output: "out", to: "save" });
  return { nodes, wires };
}

const text = '"ab".matches("a") && metadata.text.matches("^(a|aa|aaa)*b$")';
const loops = asManyAsAllowed("false", 190, (nth) =>
  node(`x${nth}`, "expression", { when: "metadata.list.exists(x, x * 2.0 + 1.0 > 100.0)" }),
);
const kinds: Record<string, { chain: ChainDefinition; metadata?: string; handsOn?: boolean }> = {
  "many visits": { chain: manyVisits() },
  "loops over a list": {
    chain: loops,
    metadata: longList,
  },
  "failing loops": {
    chain: asManyAsAllowed("failure", 190, (nth) =>
      node(`x${nth}`, "expression", { when: 'metadata.list.exists(x, x.a == "b")' }),
    ),
    metadata: longList,
  },
  "chains of loops": {
    chain: loops,
    metadata: longList,
    handsOn: true,
  },
  patterns: {
    chain: asManyAsAllowed("false", 190, (nth) => node(`x${nth}`, "expression", { when: text })),
    metadata: longText,
  },
  "text functions": {
    chain: asManyAsAllowed("out", 190, (nth) =>
      node(`x${nth}`, "calculate", { value: 'double(size(metadata.more.replace("b", "a").split("a")))' }),
    ),
    metadata: longText,
  },
  "metadata changes": {
    chain: asManyAsAllowed("out", 190, (nth) =>
      node(`x${nth}`, "set-metadata", { rows: [{ key: "k", value: `${nth} {{metadata.text}}` }] }),
    ),
    metadata: JSON.stringify({ text: "a".repeat(1000), list: Array.from({ length: 700 }, () => 1) }),
  },
  medians: {
    chain: asManyAsAllowed("out", 190, (nth) =>
      node(`x${nth}`, "moving", { function: "median", over: "readings", readings: 1000, durationSeconds: 1 }),
    ),
  },
  webhooks: {
    chain: asManyAsAllowed("queued", 190, (nth) =>
      node(`x${nth}`, "webhook", { url: "https://example.org/", headers: [], secret: "webhook" }),
    ),
    metadata: longText,
  },
  alarms: {
    chain: asManyAsAllowed("active", 190, (nth) =>
      node(`x${nth}`, "raise-alarm", { name: `a${nth}`, severity: "warning", message: "{{metadata.text}}" }),
    ),
    metadata: longText,
  },
};

console.log(`limit ${readingTimeMaxMs * 1000} us a reading`);
for (const [name, { chain, metadata = "", handsOn = false }] of Object.entries(kinds)) {
  using scene = new TestProcessing();
  scene.definitions.set(1, handsOn ? handingOn(scene, chain) : chain);
  const processor = scene.processor();
  const settle = async (count: number, from: number): Promise<void> => {
    const readings = Array.from({ length: count }, (_, nth) => ({
      sensorId: savingSensor,
      atUs: (from + nth) * 1e6,
      value: Math.sin(from + nth),
      metadata,
    }));
    for (const reading of readings) scene.append({ readings: [reading] });
    while ((await processor.settleNext()) > 0);
  };
  await settle(rounds, 0);
  const before = process.cpuUsage();
  await settle(rounds, rounds);
  const { user, system } = process.cpuUsage(before);
  const { dead } = scene.store.progress();
  const [letter] = scene.deadLetters();
  console.log(
    `${name.padEnd(20)} ${chain.nodes.length} nodes ${((user + system) / rounds).toFixed(0).padStart(7)} us  ${dead} of ${2 * rounds} dead  ${letter?.reason.slice(0, 110) ?? ""}`,
  );
}

/** Sixteen chains, each of which hands the reading on to the next. */
function handingOn(scene: TestProcessing, chain: ChainDefinition): ChainDefinition {
  const links = 15;
  for (let link = 0; link < links; link++) {
    scene.definitions.set(100 + link, link + 1 < links ? withNext(chain, 101 + link) : chain);
  }
  return withNext(chain, 100);
}

function withNext(chain: ChainDefinition, id: number): ChainDefinition {
  const nodes = chain.nodes.map((one) =>
    one.type === "save" ? node("save", "chain", { chain: chainUuid(id) }) : one,
  );
  return { ...chain, nodes };
}
