import { expect, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { Rehearsal } from "../rehearsal.ts";
import { problemsOfNode, runNode, sampleReading, sampleStart } from "../testing/run-node.ts";

const position = { x: 0, y: 0 };

/** Raises above 10, clears otherwise. */
function raiseAndClear(raiseName: string, clearName: string) {
  const made = unwrap(
    Rehearsal.of(
      {
        nodes: [
          { id: "input", type: "input", config: {} },
          { id: "hot", type: "compare", config: { operator: ">", value: 10 } },
          { id: "raise", type: "raise-alarm", config: { name: raiseName } },
          { id: "clear", type: "clear-alarm", config: { name: clearName } },
        ].map((node) => ({ ...node, version: 1, name: "", position })),
        wires: [
          { from: "input", output: "out", to: "hot" },
          { from: "hot", output: "true", to: "raise" },
          { from: "hot", output: "false", to: "clear" },
        ],
      },
      { sensorId: () => undefined, chain: () => undefined },
    ),
  );
  return (value: number, sensorId = 7) => {
    const { steps } = made.run(sampleReading({ value, sensorId }, sampleStart));
    return steps.at(-1)!.output;
  };
}

test("sends an active alarm to cleared, once, until it is raised again", () => {
  const run = raiseAndClear("Too hot", "Too hot");
  expect([5, 11, 12, 5, 5, 11, 5].map((value) => run(value))).toEqual([
    "inactive",
    "raised",
    "active",
    "cleared",
    "inactive",
    "raised",
    "cleared",
  ]);
});

test("leaves alarms of other sensors alone", () => {
  const run = raiseAndClear("Too hot", "Too hot");
  const outputs = [run(11, 7), run(11, 8), run(5, 8), run(11, 7), run(5, 7)];
  expect(outputs).toEqual(["raised", "raised", "cleared", "active", "cleared"]);
});

test("leaves alarms of other names alone, and compares names exactly", () => {
  const run = raiseAndClear("Too hot", "too hot");
  expect([run(11), run(5), run(11)]).toEqual(["raised", "inactive", "active"]);
});

test("passes the reading on unchanged, whether it is first, late or of a known time", () => {
  const samples = [
    { value: 5, at: 100, metadata: { a: 1 } },
    { value: Number.MAX_VALUE, at: 100 },
    { value: -1, at: 3 },
  ];
  const results = runNode("clear-alarm", { name: "x" }, samples);
  expect(results.map(({ output, value }) => [output, value])).toEqual([
    ["inactive", 5],
    ["inactive", Number.MAX_VALUE],
    ["inactive", -1],
  ]);
  expect(results[0]!.metadata).toEqual({ a: 1 });
});

test.each([
  [{}, "name: is required"],
  [{ name: "" }, "name: must not be empty"],
  [{ name: true }, "name: must be text"],
  [{ name: "x".repeat(101) }, "name: must be at most 100 characters long"],
  [{ name: "x " }, "name: must not begin or end with a space"],
  [{ name: "a\u001bb" }, "name: must not contain line breaks or other control characters"],
  [{ name: "x", severity: "info" }, "severity: is unknown; expected one of name"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("clear-alarm", config)).toEqual([`Node "node", ${problem}`]);
});
