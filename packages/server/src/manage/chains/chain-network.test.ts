import { expect, test } from "bun:test";
import { handoversMax } from "@weir/rule-engine/handovers";
import { ChainNetwork, leadingMax, type NetworkChain } from "./chain-network.ts";

/** Chains named A, B, C …, connected by arrows: "A>B" is a node of A that leads to B. */
function network(names: string, ...arrows: string[]): { of(name: string): NetworkChain; all: ChainNetwork } {
  const chains = [...names].map((name) => ({
    uuid: name.toLowerCase(),
    name,
    links: arrows
      .filter((arrow) => arrow.startsWith(`${name}>`))
      .map((arrow) => ({ nodeId: `to-${arrow.at(-1)}`, to: arrow.at(-1)!.toLowerCase() })),
    hasSaveStep: name === "S",
  }));
  return { of: (name) => chains.find((chain) => chain.name === name)!, all: new ChainNetwork(chains) };
}

test("accepts chains that lead to others and end", () => {
  const { of, all } = network("ABCDS", "A>B", "A>C", "B>D", "C>D", "D>S");
  for (const name of "ABCDS") expect(all.problemsOf(of(name))).toEqual([]);
});

test("names a chain that does not exist, or was never published, with its node", () => {
  const { of, all } = network("A", "A>X");
  const message = "there is no published chain x in this account.";
  expect(all.problemsOf(of("A"))).toMatchObject([
    { severity: "error", nodeId: "to-X", field: "chain", message },
  ]);
});

test.each([
  ["itself", ["A>A"], "to-A", '"A" → "A"'],
  ["two", ["A>B", "B>A"], "to-B", '"A" → "B" → "A"'],
  ["three, with a way beside", ["A>D", "A>B", "B>D", "B>C", "C>A"], "to-B", '"A" → "B" → "C" → "A"'],
])("refuses a loop through %s with its path", (_name, arrows, nodeId, path) => {
  const { of, all } = network("ABCD", ...arrows);
  const message = `the chains would loop: ${path}.`;
  expect(all.problemsOf(of("A"))).toMatchObject([{ severity: "error", nodeId, field: "chain", message }]);
});

test("neither hangs on an existing loop elsewhere nor reports it for this chain", () => {
  const { of, all } = network("ABC", "A>B", "B>C", "C>B");
  expect(all.problemsOf(of("A"))).toEqual([]);
  expect(all.maySave(of("A"))).toBeFalse();
});

test("allows a chain to be published in place of its previous version", () => {
  const { all } = network("ABC", "A>B", "B>C");
  const turned = { uuid: "c", name: "C", links: [{ nodeId: "n", to: "a" }], hasSaveStep: false };
  expect(all.with(turned).problemsOf(turned)[0]!.message).toContain('"C" → "A" → "B" → "C"');
  const cut = { uuid: "a", name: "A", links: [], hasSaveStep: false };
  const after = all.with(cut).with(turned);
  expect(after.problemsOf(turned)).toEqual([]);
  expect(after.leadingTo("a")).toEqual(["C"]);
});

test("refuses a longer row of chains than a reading may pass, wherever this one is", () => {
  const names = Array.from({ length: handoversMax + 2 }, (_, index) => String.fromCharCode(97 + index));
  const arrows = names.slice(1).map((name, index) => `${names[index]}>${name}`);
  const { of, all } = network(names.join(""), ...arrows);
  for (const name of [names[0]!, names[5]!, names.at(-1)!]) {
    expect(all.problemsOf(of(name))).toMatchObject([{ severity: "error", nodeId: null }]);
  }
  const shorter = network(names.slice(1).join(""), ...arrows.slice(1));
  expect(shorter.all.problemsOf(shorter.of(names[5]!))).toEqual([]);
});

test("finds a save node behind any path", () => {
  const { of, all } = network("ABCS", "A>B", "B>C", "B>S");
  const may = Object.fromEntries([..."ABCS"].map((name) => [name, all.maySave(of(name))]));
  expect(may).toEqual({ A: true, B: true, C: false, S: true });
});

test("finds the chains that lead to one", () => {
  const { all } = network("ABC", "A>C", "B>C", "B>A");
  expect(all.leadingTo("c")).toEqual(["A", "B"]);
  expect(all.leadingTo("b")).toEqual([]);
});

test("allows at most 100 chains to lead to one", () => {
  const leading = (count: number) => {
    const target = { uuid: "t", name: "T", links: [], hasSaveStep: true };
    const others = Array.from({ length: count }, (_, index) => ({
      uuid: `${index}`,
      name: `${index}`,
      hasSaveStep: false,
      // Two nodes of one chain count once.
      links: [1, 2].map((node) => ({ nodeId: `on-${node}`, to: "t" })),
    }));
    return new ChainNetwork([target, ...others]).problemsOf(others[0]!);
  };
  expect(leading(leadingMax)).toEqual([]);
  const message = `${leadingMax + 1} chains would hand over to "T"; the limit is ${leadingMax}.`;
  expect(leading(leadingMax + 1)).toMatchObject([
    { nodeId: "on-1", message },
    { nodeId: "on-2", message },
  ]);
});
