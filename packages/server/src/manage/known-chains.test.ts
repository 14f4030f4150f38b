import { expect, test } from "bun:test";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { knownChain } from "./known-chains.ts";

const versionOf = (nodeName: string): string => {
  const [first, ...others] = defaultChain.nodes;
  return JSON.stringify({ ...defaultChain, nodes: [{ ...first!, name: nodeName }, ...others] });
};

test("a live version is validated once, and the next version anew", () => {
  const first = knownChain("a", versionOf("one"));
  expect(knownChain("a", versionOf("one")).problems).toBe(first.problems);
  const next = knownChain("a", versionOf("two"));
  expect(next.problems).not.toBe(first.problems);
  expect(next.definition.nodes[0]!.name).toBe("two");
});

test("what is longest unused is forgotten, so that memory is bounded however many chains there are", () => {
  const used = knownChain("used", versionOf("used"));
  const unused = knownChain("unused", versionOf("unused"));
  for (let n = 0; n < 2000; n++) {
    knownChain(`other ${n}`, versionOf("other"));
    knownChain("used", versionOf("used"));
  }
  expect(knownChain("used", versionOf("used")).problems).toBe(used.problems);
  expect(knownChain("unused", versionOf("unused")).problems).not.toBe(unused.problems);
});
