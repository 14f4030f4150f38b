import { beforeAll, expect, test } from "bun:test";
import type { ChainDefinition } from "./chain.ts";
import { describeProblem } from "./chain-problem.ts";
import { loadExpressions } from "./load-expressions.ts";
import { checkChain, problemsMax, validateChain } from "./validate-chain.ts";

beforeAll(loadExpressions);

/** One node after the other, each with these settings. */
function chainOf(type: string, output: string, configs: readonly object[]): ChainDefinition {
  const common = { version: 1, name: "", position: { x: 0, y: 0 } };
  const nodes = configs.map((config, index) => ({ ...common, id: `n${index}`, type, config: { ...config } }));
  const ids = ["input", ...nodes.map(({ id }) => id)];
  return {
    nodes: [{ ...common, id: "input", type: "input", config: {} }, ...nodes],
    wires: nodes.map(({ id }, index) => ({
      from: ids[index]!,
      output: index === 0 ? "out" : output,
      to: id,
    })),
  };
}

const filtersWith = (expressions: readonly string[]) =>
  chainOf(
    "expression",
    "true",
    expressions.map((when) => ({ when })),
  );
const errorsOf = (chain: ChainDefinition) =>
  validateChain(chain)
    .filter(({ severity }) => severity === "error")
    .map(describeProblem);

test("accepts 10,000 characters of expressions in a chain, and names the node with the first one too many", () => {
  const expression = (index: number) => `value > ${index}.0`.padEnd(1000);
  const ten = Array.from({ length: 10 }, (_, index) => expression(index));
  expect(errorsOf(filtersWith(ten))).toEqual([]);
  expect(errorsOf(filtersWith([...ten, "true"]))).toEqual([
    `Node "n10", when: The chain's expressions are too long together: the limit is 10000 characters. Shorten some of them, or move part of the chain into another chain.`,
  ]);
});

test("limits the weight of a chain's different patterns to 5,000, and names the node with the first one too many", () => {
  const matching = (pattern: string) => `sensor.name.matches("${pattern}")`;
  // 20 for a pattern, 5 for its characters, 4 classes.
  const dear = Array.from({ length: 14 }, (_, index) => matching(`${index + 10}${"\\\\pL".repeat(4)}`));
  const same = Array.from({ length: 30 }, () => dear[0]!);
  expect(errorsOf(filtersWith([...dear.slice(0, 8), ...same]))).toEqual([]);
  const [first, ...others] = errorsOf(filtersWith([...dear, ...same]));
  expect(first).toContain(
    "The chain's patterns are too complex together: their total weight is above 5000. Use fewer or simpler patterns.",
  );
  expect(first).toStartWith('Node "n');
  expect(others.length).toBeLessThan(14);
});

test.each([
  ["(((a{20}){20}){20}){20}", "The pattern is too complex"],
  ["(?i)[b-\\\\x{10ffff}]", "The pattern is too complex: its weight is 22320, and the limit is 1000"],
])("refuses the pattern %s before it is compiled", (pattern, problem) => {
  const [error] = errorsOf(filtersWith([`sensor.name.matches("${pattern}")`]));
  expect(error).toStartWith('Node "n0", when: ');
  expect(error).toContain(problem);
});

test("runs a published version even if later limits would refuse it", () => {
  const long = Array.from({ length: 11 }, (_, index) => `value > ${index}.0`.padEnd(1000));
  const dear = Array.from(
    { length: 6 },
    (_, index) => `sensor.name.matches("${index}${"\\\\pL".repeat(9)}")`,
  );
  for (const chain of [filtersWith(long), filtersWith(dear)]) {
    expect(errorsOf(chain)).not.toEqual([]);
    const { problems } = checkChain(chain, { wasChecked: true });
    expect(problems.filter(({ severity }) => severity === "error")).toEqual([]);
  }
});

test("reports the first hundred problems of a chain", () => {
  const settings = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`unknown${index}`, 1]));
  const errors = errorsOf(chainOf("save", "out", [settings, settings, settings]));
  expect(errors).toHaveLength(problemsMax + 1);
  expect(errors.at(-1)).toMatch(/^There are \d+ more problems\.$/);
});
