import { expect, test } from "bun:test";
import type { NodeTraffic } from "./editor-store.ts";
import { withLiveCounts } from "./live-counts.ts";

const nothing = { in: 0, failed: 0, ended: 0, last_error: null };
const traffic: ReadonlyMap<string, NodeTraffic> = new Map(
  [
    { ...nothing, node: "input", type: "input", name: "", out: [{ output: "out", readings: 100, ended: 0 }] },
    {
      ...nothing,
      node: "limit",
      type: "compare",
      name: "",
      out: [{ output: "true", readings: 0, ended: 0 }],
    },
    { ...nothing, node: "on", type: "chain", name: "", out: [] },
  ].map((node) => [node.node, node]),
);

test("a node counts what entered it itself, and not what its neighbour passed on before it was there", () => {
  const now = withLiveCounts(traffic, {
    nodes: [
      { node: "input", output: "out", readings: 103, ended: 0 },
      { node: "limit", output: "true", readings: 2, ended: 1 },
      { node: "limit", output: "failure", readings: 1, ended: 0 },
      { node: "on", output: "", readings: 1, ended: 0 },
    ],
    errors: [],
  });
  expect(now.get("input")).toMatchObject({ in: 103, out: [{ readings: 103 }] });
  expect(now.get("limit")).toMatchObject({ in: 3, failed: 1, ended: 1, out: [{ readings: 2, ended: 1 }] });
  expect(now.get("on")).toMatchObject({ in: 1, out: [] });
});

test("the last error stays until there is a new one", () => {
  const error = { at: "2026-01-01T00:00:00Z", reason: "No.", sensor: null };
  const failed = withLiveCounts(traffic, { nodes: [], errors: [{ node: "limit", ...error }] });
  expect(failed.get("limit")?.last_error).toEqual(error);
  expect(withLiveCounts(failed, { nodes: [], errors: [] }).get("limit")?.last_error).toEqual(error);
});
