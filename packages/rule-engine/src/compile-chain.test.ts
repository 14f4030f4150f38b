import { describe, expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import fc from "fast-check";
import type { ChainDefinition, ChainNode, Wire } from "./chain.ts";
import { defaultChain } from "./default-chain.ts";
import { Rehearsal, type RehearsedReading, type Surroundings } from "./rehearsal.ts";
import { sampleReading } from "./testing/run-node.ts";
import { node } from "./testing/write-chain.ts";
import { validateChain, visitsMax } from "./validate-chain.ts";

const alone: Surroundings = { sensorId: () => undefined, chain: () => undefined };

function wire(from: string, output: string, to: string): Wire {
  return { from, output, to };
}

function rehearse(chain: ChainDefinition, value = 21.5, surroundings = alone): RehearsedReading {
  const made = unwrap(Rehearsal.of(chain, surroundings));
  return made.run(sampleReading({ value }, 1_780_000_000));
}

function savedValues({ effects }: RehearsedReading): number[] {
  return effects.flatMap((effect) => (effect.kind === "save" ? [effect.value] : []));
}

describe("a compiled chain", () => {
  test("saves each reading once if it is the default chain", () => {
    const run = rehearse(defaultChain);
    expect(savedValues(run)).toEqual([21.5]);
    expect(run.outcome).toEqual({ kind: "saved" });
  });

  test("may have no save node, then saves nothing, and says where the reading ended", () => {
    const run = rehearse({ nodes: [node("input", "input")], wires: [] });
    expect(run.effects).toEqual([]);
    expect(run.outcome).toEqual({ kind: "ended", nodeId: "input", output: "out" });
  });

  test("follows every wire of an output, each with the reading as it left the node", () => {
    const chain = {
      nodes: [
        node("input", "input"),
        node("double", "scale", { factor: 2 }),
        node("a", "save"),
        node("b", "save"),
        node("c", "save"),
      ],
      wires: [
        wire("input", "out", "a"),
        wire("input", "out", "double"),
        wire("double", "out", "b"),
        wire("input", "out", "c"),
      ],
    };
    expect(savedValues(rehearse(chain, 10))).toEqual([10, 20, 10]);
  });

  test("sends a failure to its output if that is wired, and otherwise kills the reading", () => {
    const overflow = [
      node("input", "input"),
      node("scale", "scale", { factor: 1e300 }),
      node("save", "save"),
    ];
    const wires = [wire("input", "out", "scale")];
    const dead = rehearse({ nodes: overflow.slice(0, 2), wires }, 1e300);
    expect(dead.outcome).toMatchObject({ kind: "dead", nodeId: "scale" });
    const handled = rehearse({ nodes: overflow, wires: [...wires, wire("scale", "failure", "save")] }, 1e300);
    expect(handled.outcome).toEqual({ kind: "saved" });
    expect(savedValues(handled)).toEqual([1e300]);
  });

  test("hands a reading to another chain, even if chains call each other", () => {
    const other = "00000000-0000-4000-8000-00000000000b";
    const calling = {
      nodes: [node("input", "input"), node("on", "chain", { chain: other })],
      wires: [wire("input", "out", "on")],
    };
    const to = (chain: ChainDefinition): Surroundings => ({ ...alone, chain: () => chain });
    expect(savedValues(rehearse(calling, 1, to(defaultChain)))).toEqual([1]);
    expect(rehearse(calling, 1, to(calling)).outcome).toMatchObject({ kind: "dead" });
    expect(rehearse(calling).outcome).toMatchObject({ kind: "dead", nodeId: "on" });
  });
});

describe("a chain is refused, with the node named,", () => {
  const save = node("save", "save");
  const input = node("input", "input");
  const toSave = wire("input", "out", "save");
  test.each<[string, ChainDefinition, string]>([
    ["without an input", { nodes: [save], wires: [] }, "one input"],
    ["with two inputs", { nodes: [input, node("b", "input")], wires: [] }, "has 2"],
    ["with two nodes of one id", { nodes: [input, save, save], wires: [toSave] }, '"save": another node has'],
    [
      "with an unknown type",
      { nodes: [input, node("x", "teleport")], wires: [wire("input", "out", "x")] },
      'Node "x": the type "teleport" is unknown',
    ],
    [
      "with a node of a newer version",
      { nodes: [input, { ...save, version: 2 }], wires: [toSave] },
      'Node "save": version 2',
    ],
    [
      "with a bad configuration",
      { nodes: [input, node("save", "save", { sensor: 7 })], wires: [toSave] },
      'Node "save", sensor: must be text',
    ],
    ["with a wire to nowhere", { nodes: [input], wires: [wire("input", "out", "gone")] }, '"gone"'],
    ["with a wire from nowhere", { nodes: [input], wires: [wire("gone", "out", "input")] }, '"gone"'],
    [
      "with a wire to its input",
      { nodes: [input, save], wires: [toSave, wire("save", "saved", "input")] },
      "input node",
    ],
    [
      "with a wire from an output that is not there",
      { nodes: [input, save], wires: [wire("input", "left", "save")] },
      'Node "input": it has no output "left"; it has out.',
    ],
    ["with a wire twice", { nodes: [input, save], wires: [toSave, toSave] }, "twice"],
    [
      "with a node nothing leads to",
      { nodes: [input, save], wires: [] },
      'Node "save": it cannot be reached',
    ],
    [
      "with a loop",
      { nodes: [input, { ...save, name: "Keep" }], wires: [toSave, wire("save", "saved", "save")] },
      'Node "save": the chain loops: "Keep" → "Keep"',
    ],
    [
      "with too many nodes",
      { nodes: Array.from({ length: 201 }, (_, i) => node(`n${i}`, "save")), wires: [] },
      "at most 200",
    ],
    ["with ways that multiply", diamonds(30), `more than ${visitsMax}`],
    ["with expressions that are too expensive together", expensive(5), "too expensive together"],
  ])("%s", (_name, chain, reason) => {
    const made = Rehearsal.of(chain, alone);
    expect(made.ok ? "compiled" : made.error).toContain(reason);
  });

  test("but not for splitting by different outputs, of which a reading takes one", () => {
    const nodes = [node("input", "input")];
    const wires: Wire[] = [];
    for (let stage = 0; stage < 30; stage++) {
      const before = nodes.at(-1)!;
      nodes.push(node(`c${stage}`, "compare", { operator: ">", value: stage }), node(`s${stage}`, "scale"));
      wires.push(wire(before.id, "out", `c${stage}`));
      wires.push(wire(`c${stage}`, "true", `s${stage}`), wire(`c${stage}`, "false", `s${stage}`));
    }
    expect(validateChain({ nodes, wires }).filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("but not for a missing save node, which is a warning", () => {
    expect(validateChain({ nodes: [input], wires: [] })).toMatchObject([
      { severity: "warning", code: "no_save_reachable", nodeId: null },
    ]);
    expect(validateChain(defaultChain)).toEqual([]);
  });
});

/** Each of the expressions is near the limit for one. */
function expensive(count: number): ChainDefinition {
  const value = `value + ${new Array(5).fill("double(size(metadata.a.filter(x, x > 0)))").join(" + ")}`;
  const nodes = [node("input", "input")];
  const wires: Wire[] = [];
  for (let nth = 0; nth < count * 4; nth++) {
    const next = node(`n${nth}`, "calculate", { value });
    wires.push(wire(nodes.at(-1)!.id, "out", next.id));
    nodes.push(next);
  }
  return { nodes, wires };
}

/** Each stage splits and meets again, so each doubles the ways. */
function diamonds(stages: number): ChainDefinition {
  const nodes = [node("input", "input"), node("meet-0", "scale")];
  const wires = [wire("input", "out", "meet-0")];
  for (let stage = 1; stage <= stages; stage++) {
    for (const side of ["left", "right"]) {
      nodes.push(node(`${side}-${stage}`, "scale"));
      wires.push(
        wire(`meet-${stage - 1}`, "out", `${side}-${stage}`),
        wire(`${side}-${stage}`, "out", `meet-${stage}`),
      );
    }
    nodes.push(node(`meet-${stage}`, "scale"));
  }
  return { nodes, wires };
}

describe("whatever is wired,", () => {
  const kinds: [type: string, config: ChainNode["config"], outputs: readonly string[]][] = [
    ["compare", { operator: ">", value: 0 }, ["true", "false"]],
    ["scale", { factor: 1e200 }, ["out", "failure"]],
    ["deadband", { threshold: 1 }, ["changed", "unchanged"]],
    ["split", { n: 2 }, ["share", "rest"]],
    ["save", {}, ["saved"]],
    ["save", { sensor: "missing" }, ["saved", "failure"]],
    ["stop", {}, ["stopped"]],
  ];
  const chains = fc
    .tuple(
      fc.array(fc.nat(kinds.length - 1), { maxLength: 12 }),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat()), { maxLength: 30 }),
    )
    .map(([types, ends]): ChainDefinition => {
      const nodes = [
        node("input", "input"),
        ...types.map((kind, i) => node(`n${i}`, kinds[kind]![0], kinds[kind]![1])),
      ];
      const wires = ends.map(([a, b, c]) => {
        const from = a % nodes.length;
        const outputs = from === 0 ? ["out"] : kinds[types[from - 1]!]![2];
        return wire(nodes[from]!.id, outputs[b % outputs.length]!, nodes[c % nodes.length]!.id);
      });
      return { nodes, wires };
    });

  test("ends every reading of an accepted chain, in one outcome, after a bounded number of steps", () => {
    let ran = 0;
    fc.assert(
      fc.property(
        chains,
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        (chain, values) => {
          // Unreachable nodes are left out, so that more chains can run.
          const made = Rehearsal.of(withoutIslands(chain), alone);
          if (!made.ok) return;
          ran++;
          for (const value of values) {
            const { outcome, steps, effects } = made.value.run(sampleReading({ value }, 1_780_000_000));
            const isSaved = effects.some(({ kind }) => kind === "save");
            if (outcome.kind === "saved") expect(isSaved).toBeTrue();
            if (outcome.kind === "ended") expect(isSaved).toBeFalse();
            if (outcome.kind === "dead") expect(effects.some(({ kind }) => kind === "failure")).toBeTrue();
            expect(steps.length).toBeLessThanOrEqual(visitsMax);
            expect(steps.every(({ output }) => output !== null)).toBeTrue();
          }
        },
      ),
      { numRuns: 1000 },
    );
    expect(ran).toBeGreaterThan(50);
  });

  test("carries over each wire exactly what left by its output", () => {
    fc.assert(
      fc.property(chains, fc.double({ noNaN: true, noDefaultInfinity: true }), (chain, value) => {
        const clean = withoutIslands(chain);
        const made = Rehearsal.of(clean, alone);
        if (!made.ok) return;
        const { steps } = made.value.run(sampleReading({ value }, 1_780_000_000));
        for (const { id } of clean.nodes.slice(1)) {
          const arrived = clean.wires
            .filter(({ to }) => to === id)
            .reduce(
              (sum, { from, output }) =>
                sum + steps.filter((s) => s.nodeId === from && s.output === output).length,
              0,
            );
          expect(steps.filter(({ nodeId }) => nodeId === id)).toHaveLength(arrived);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function withoutIslands({ nodes, wires }: ChainDefinition): ChainDefinition {
  const reached = new Set(["input"]);
  for (const id of reached) for (const { from, to } of wires) if (from === id) reached.add(to);
  return {
    nodes: nodes.filter(({ id }) => reached.has(id)),
    wires: wires.filter(({ from }) => reached.has(from)),
  };
}
