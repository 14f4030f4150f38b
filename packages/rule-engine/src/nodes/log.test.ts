import { expect, test } from "bun:test";
import { problemsOfNode, runNode } from "../testing/run-node.ts";

test.each([
  [{}, "info", "Boiler room, Temperature: 21.5 °C"],
  [{ level: "warn" }, "warn", "Boiler room, Temperature: 21.5 °C"],
  [{ level: "error", message: "{{value}} at {{at}}" }, "error", "21.5 at 2026-01-05T12:00:00.000000Z"],
  [{ message: "{{metadata.room}}" }, "info", "attic  level=error"],
  [{ message: "{{metadata.none}}" }, "info", ""],
])("%j logs", (config, level, text) => {
  const metadata = { room: "attic\r\nlevel=error" };
  const [result] = runNode("log", config, [{ value: 21.5, metadata }]);
  expect(result).toMatchObject({
    output: "logged",
    value: 21.5,
    metadata,
    reason: null,
    effects: [{ kind: "log", nodeId: "node", level, text }],
  });
});

test("logs every reading: the first, late ones, those of equal times and of other sensors", () => {
  const samples = [
    { value: 1, at: 100 },
    { value: 2, at: 100 },
    { value: 3, at: 5 },
    { value: 1e308, sensorId: 8 },
  ];
  const results = runNode("log", { message: "{{value}} {{sensor.uuid}}" }, samples);
  expect(
    results.flatMap(({ effects }) => effects.map((effect) => effect.kind === "log" && effect.text)),
  ).toEqual([
    "1 00000000-0000-4000-8000-000000000007",
    "2 00000000-0000-4000-8000-000000000007",
    "3 00000000-0000-4000-8000-000000000007",
    "1e+308 00000000-0000-4000-8000-000000000008",
  ]);
});

test.each([
  [{ level: "debug" }, "level: must be one of info, warn, error"],
  [{ level: 1 }, "level: must be one of info, warn, error"],
  [{ message: "" }, "message: must not be empty"],
  [{ message: 5 }, "message: must be text"],
  [{ message: "m".repeat(1001) }, "message: must be at most 1000 characters long"],
  [{ message: "a\nb" }, "message: must not contain line breaks or other control characters"],
  [{ message: "{{" }, 'message: has a "{{" without "}}"'],
  [{ text: "x" }, "text: is unknown; expected one of level, message"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("log", config)).toEqual([`Node "node", ${problem}`]);
});
