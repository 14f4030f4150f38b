import { expect, test } from "bun:test";
import type { NodeTraffic } from "./editor-store.ts";
import { failureSince, readingsBy, withLiveCounts } from "./node-traffic.ts";

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

test("counts readings that entered the node, not those that its neighbour passed on before the node existed", () => {
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

test("keeps the last error until there is a new one", () => {
  const error = { at: "2026-01-01T00:00:00Z", reason: "No.", sensor: null };
  const failed = withLiveCounts(traffic, { nodes: [], errors: [{ node: "limit", ...error }] });
  expect(failed.get("limit")?.last_error).toEqual(error);
  expect(withLiveCounts(failed, { nodes: [], errors: [] }).get("limit")?.last_error).toEqual(error);
});

test("counts each output separately, including failures", () => {
  const node = { ...nothing, node: "a", type: "log", name: "", failed: 2 };
  const counted = { ...node, out: [{ output: "logged", readings: 5, ended: 0 }] };
  const outputs = ["logged", "failure", "gone"];
  expect(outputs.map((output) => readingsBy(output, counted))).toEqual([5, 2, undefined]);
});

const error = { at: "2026-03-01T12:00:00.500Z", reason: "divided by zero" };

test("shows an error of the published version, from the moment it was published", () => {
  expect(failureSince(error, "2026-03-01T12:00:00.5Z")).toBe(error);
  expect(failureSince(error, "2026-03-01T11:59:59Z")).toBe(error);
});

test("ignores errors from before the published version", () => {
  expect(failureSince(error, "2026-03-01T12:00:01Z")).toBeNull();
});

test("shows no failure without an error or a published version", () => {
  expect(failureSince(null, "2026-03-01T12:00:00Z")).toBeNull();
  expect(failureSince(undefined, "2026-03-01T12:00:00Z")).toBeNull();
  expect(failureSince(error, null)).toBeNull();
});
