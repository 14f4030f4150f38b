import { expect, test } from "bun:test";
import {
  type DryRun,
  dryRuns,
  effectsByStep,
  highlightOf,
  outcomeCounts,
  type Step,
  type Trace,
  tracedRuns,
} from "./shown-run.ts";

const node = (id: string, type: string, name = "") => ({
  id,
  type,
  version: 1,
  name,
  config: {},
  position: { x: 0, y: 0 },
});
const chain = {
  definition: {
    nodes: [node("input", "input"), node("limit", "compare", "Limit"), node("save", "save")],
    wires: [],
  },
  nodeTypes: new Map(),
};
const step = (id: string, output: string | null, value: number, out: number | null = value) =>
  ({
    node: id,
    output,
    in: { value, metadata: null },
    out: out === null ? null : { value: out, metadata: null },
  }) as unknown as Step;

test("shows the value that left each node, or that entered it if none left", () => {
  expect(highlightOf([step("input", "out", 1, 2), step("save", null, 2, null)])).toEqual([
    { nodeId: "input", output: "out", value: 2 },
    { nodeId: "save", output: null, value: 2 },
  ]);
});

test("assigns saves to the save nodes in order, and lists the rest separately", () => {
  const save = (value: number) => ({ kind: "save", value, sensor: null, metadata: null });
  const log = { kind: "log", node: "gone", level: "info", text: "" };
  const effects = [save(1), log, save(2)] as unknown as DryRun["effects"];
  const steps = [step("save", "saved", 1), step("save", "saved", 2)];
  const { byStep, elsewhere } = effectsByStep({ effects, steps }, chain);
  expect(byStep).toEqual([[effects[0]!], [effects[2]!]]);
  expect(elsewhere).toEqual([effects[1]!]);
});

test("names the node where the reading of a dry run would end", () => {
  const reading = { outcome: { kind: "ended", node: "limit", output: "false" }, effects: [], steps: [] };
  const [run] = dryRuns([reading as unknown as DryRun], chain);
  expect(run).toMatchObject({
    key: "0",
    outcome: "ended",
    end: "The reading would not be saved: it ends at “Limit”, whose false output is not connected.",
  });
});

test("lists traced readings newest first, under keys that stay the same while more arrive", () => {
  const reading = (sensor: string, outcome: string) => ({
    at: "",
    value: 1,
    metadata: null,
    outcome,
    reason: "No.",
    steps: [step("limit", "true", 1)],
    device: "d",
    sensor: { uuid: sensor },
    chain: { uuid: "c" },
  });
  const readings = [reading("a", "saved"), reading("b", "saved"), reading("a", "dead")];
  const runs = tracedRuns({ seen: 10, readings } as unknown as Trace, "a", chain, () => "name");
  expect(runs.map(({ key }) => key)).toEqual(["9", "7"]);
  expect(runs[0]).toMatchObject({
    about: "name",
    deadOf: { device: "d", chain: "c" },
    end: "The reading became a dead letter at “Limit”: No.",
  });
  expect(outcomeCounts(runs)).toBe("2 readings: 1 saved, 1 dead letter.");
});
