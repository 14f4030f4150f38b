import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { ChainDefinition, ChainNode } from "./chain.ts";
import { readNodes } from "./read-nodes.ts";
import { Rehearsal } from "./rehearsal.ts";
import { sampleReading } from "./testing/run-node.ts";
import { writeChain } from "./testing/write-chain.ts";
import { findUnsavedEnds } from "./unsaved-ends.ts";
import { validateChain } from "./validate-chain.ts";

const nodes = {
  limit: ["compare", { operator: ">", value: 30 }],
  other: ["compare", { operator: ">", value: 10 }],
  raise: ["raise-alarm", { name: "warm" }],
  log2: ["log"],
  save2: ["save"],
  onward: ["chain", { chain: "00000000-0000-4000-8000-000000000000" }],
} as const;

/** Returns where readings are lost in a chain with these wires, which has the nodes above that the wires name. */
function endsOf(...wires: string[]): string[] {
  const named = Object.entries(nodes).filter(([id]) => wires.some((wire) => wire.endsWith(` ${id}`)));
  const chain = writeChain(wires, Object.fromEntries(named));
  expect(validateChain(chain).filter(({ severity }) => severity === "error")).toEqual([]);
  return findUnsavedEnds(chain, readNodes(chain.nodes, { wasChecked: false })).map(
    ({ node, output }) => `${node.id} ${output}`,
  );
}

describe("readings are lost", () => {
  test("at every output of a row whose last node saves", () => {
    const row = ["input out limit", "limit true raise", "raise raised save"];
    expect(endsOf(...row)).toEqual(["limit false", "raise active"]);
  });

  test("behind a branch that does not save everything", () => {
    const wires = ["input out limit", "input out other", "limit true save"];
    expect(endsOf(...wires)).toEqual(["limit false", "other true", "other false"]);
  });

  test("if a failure is caught and goes no further", () => {
    expect(endsOf("input out calculate", "calculate out save", "calculate failure log")).toEqual([
      "log logged",
    ]);
  });

  test("if one path to a node saves and another does not", () => {
    const wires = ["input out limit", "limit true save", "limit true log", "limit false log"];
    expect(endsOf(...wires)).toEqual(["log logged"]);
  });

  test("once for each output, however many paths lead there", () => {
    const wires = ["input out limit", "limit true log", "limit false log", "log logged log2"];
    expect(endsOf(...wires)).toEqual(["log2 logged"]);
  });
});

describe("readings are not lost", () => {
  test.each([
    [["input out save"]],
    [["input out save", "input out limit", "limit true raise"]],
    [["input out save", "save saved limit", "limit true log"]],
    [["input out limit", "limit true save", "limit false save2", "save saved log"]],
    [["input out log", "log logged save", "log logged limit"]],
  ])("if something saves all of them beside or before: %j", (wires) => {
    expect(endsOf(...wires)).toEqual([]);
  });

  test.each([
    ["a stop", ["input out limit", "limit true save", "limit false stop", "stop stopped log"]],
    ["a stop beside", ["input out other", "other true save", "other false stop", "input out limit"]],
    ["what a deadband holds back", ["input out deadband", "deadband changed save"]],
    ["another chain", ["input out limit", "limit true save", "limit false onward"]],
    ["a dead letter", ["input out calculate", "calculate out save"]],
  ])("if they end on purpose in %s", (_name, wires) => {
    expect(endsOf(...wires)).toEqual([]);
  });
});

const kinds = ["compare", "split", "deadband", "scale", "log", "save", "stop"] as const;
const configs: Record<string, ChainNode["config"]> = {
  compare: { operator: ">", value: 0 },
  split: { n: 2 },
};
const outputs: Record<string, readonly string[]> = {
  input: ["out"],
  compare: ["true", "false"],
  split: ["share", "rest"],
  log: ["logged"],
  deadband: ["changed", "unchanged"],
  scale: ["out"],
  save: ["saved"],
  stop: ["stopped"],
};

/** Each node gets a wire from an earlier one, so that nothing loops and all are reachable; more wires are added. */
const chains = fc
  .array(
    fc.tuple(
      fc.constantFrom(...kinds),
      fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }),
    ),
    {
      maxLength: 10,
    },
  )
  .map((drawn): ChainDefinition => {
    const types = ["input", ...drawn.map(([type]) => type)];
    const wires = drawn.flatMap(([, ends], place) =>
      ends.map(([from, output]) => {
        const source = from % (place + 1);
        const names = outputs[types[source]!]!;
        return `${source === 0 ? "input" : `n${source}`} ${names[output % names.length]} n${place + 1}`;
      }),
    );
    const listed = drawn.map(([type], place) => [`n${place + 1}`, [type, configs[type] ?? {}]] as const);
    return writeChain([...new Set(wires)], Object.fromEntries(listed));
  });

test("ends every unsaved reading at a reported output or on purpose, whatever is wired", () => {
  const meant = new Set(["stop stopped", "deadband unchanged"]);
  let lost = 0;
  fc.assert(
    fc.property(
      chains,
      fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 5 }),
      (chain, values) => {
        const made = Rehearsal.of(chain, { sensorId: () => undefined, chain: () => undefined });
        if (!made.ok) return;
        const types = new Map(chain.nodes.map(({ id, type }) => [id, type]));
        const ends = findUnsavedEnds(chain, readNodes(chain.nodes, { wasChecked: false }));
        const found = new Set(ends.map(({ node, output }) => `${node.id} ${output}`));
        for (const value of values) {
          const { outcome, steps } = made.value.run(sampleReading({ value }, 1_780_000_000));
          if (outcome.kind !== "ended") continue;
          const isMeant = steps.some(({ nodeId, output }) => meant.has(`${types.get(nodeId)} ${output}`));
          const isFound = steps.some(({ nodeId, output }) => found.has(`${nodeId} ${output}`));
          expect(isMeant || isFound).toBeTrue();
          if (isFound) lost++;
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(lost).toBeGreaterThan(50);
});

test("checks the largest chain with branches that split and join at once", () => {
  const wires = ["input out n1"];
  for (let nth = 1; nth < 199; nth++) {
    wires.push(`n${nth} true n${nth + 1}`, `n${nth} false n${nth + 1}`);
  }
  const compare = ["compare", { operator: ">", value: 0 }] as const;
  const listed = Array.from({ length: 199 }, (_, nth) => [`n${nth + 1}`, compare] as const);
  const chain = writeChain(wires, Object.fromEntries(listed));
  const ends = findUnsavedEnds(chain, readNodes(chain.nodes, { wasChecked: false }));
  expect(ends.map(({ node, output }) => `${node.id} ${output}`)).toEqual(["n199 true", "n199 false"]);
});
