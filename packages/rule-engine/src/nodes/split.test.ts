import { expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

/** S for share, - for rest. */
function path(outputs: readonly string[]): string {
  return outputs.map((output) => (output === "share" ? "S" : "-")).join("");
}

const values = (count: number) => Array.from({ length: count }, (_, value) => ({ value }));

test.each([
  [1, 4, "SSSS"],
  [2, 5, "S-S-S"],
  [3, 8, "S--S--S-"],
  [10, 12, "S---------S-"],
  [1_000_000, 5, "S----"],
])("lets one in %d of %d readings pass: %s", (n, count, expected) => {
  expect(path(outputsOfNode("split", { n }, values(count)))).toBe(expected);
});

test("counts each sensor separately", () => {
  const samples = [7, 8, 7, 7, 8, 7, 8, 8].map((sensorId) => ({ value: 1, sensorId }));
  expect(path(outputsOfNode("split", { n: 3 }, samples))).toBe("SS---S-S");
});

test("counts late readings and equal times as they arrive", () => {
  const samples = [100, 100, 5, 101].map((at) => ({ value: 1, at }));
  expect(path(outputsOfNode("split", { n: 2 }, samples))).toBe("S-S-");
});

test("passes the reading on unchanged", () => {
  const [first, second] = runNode("split", { n: 2 }, [
    { value: Number.MAX_VALUE, metadata: { room: "cellar" } },
    { value: -5, metadata: { room: "attic" } },
  ]);
  expect(first).toMatchObject({ output: "share", value: Number.MAX_VALUE, metadata: { room: "cellar" } });
  expect(second).toMatchObject({ output: "rest", value: -5, metadata: { room: "attic" } });
});

test.each([
  [{}, "n: is required"],
  [{ n: 0 }, "n: must be at least 1"],
  [{ n: 1_000_001 }, "n: must be at most 1000000"],
  [{ n: 2.5 }, "n: must be a whole number"],
  [{ n: "2" }, "n: must be a number"],
  [{ n: 2, share: 1 }, "share: is unknown; expected one of n"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("split", config)).toEqual([`Node "node", ${problem}`]);
});
