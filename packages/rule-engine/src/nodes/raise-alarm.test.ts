import { expect, test } from "bun:test";
import { problemsOfNode, type ReadingSample, runNode } from "../testing/run-node.ts";

function raised(config: Record<string, unknown>, sample: ReadingSample) {
  const [result] = runNode("raise-alarm", { name: "Too hot", ...config }, [sample]);
  return result!.effects;
}

test.each([
  [{}, { name: "Too hot", severity: "warning", message: "Temperature of Boiler room is 21.5 °C" }],
  [{ name: "Frost" }, { name: "Frost", severity: "warning" }],
  [{ severity: "info" }, { severity: "info" }],
  [{ severity: "critical" }, { severity: "critical" }],
  [{ message: "{{value}} in {{metadata.room}}" }, { message: "21.5 in attic" }],
  [{ message: "{{metadata.none}}" }, { message: "" }],
  [{ message: "{{metadata.hostile}}" }, { message: "line  break" }],
])("%j raises %j", (config, alarm) => {
  const metadata = { room: "attic", hostile: "line\r\nbreak" };
  expect(raised(config, { value: 21.5, metadata })).toMatchObject([
    { kind: "alarm raised", nodeId: "node", alarm },
  ]);
});

test("sends a new alarm to raised and an active one to active, separately for each sensor", () => {
  const samples = [
    { value: 1, sensorId: 7 },
    { value: 2, sensorId: 7 },
    { value: 3, sensorId: 8 },
    { value: 4, sensorId: 7, at: 5 },
    { value: 5, sensorId: 8 },
  ];
  const results = runNode("raise-alarm", { name: "Too hot" }, samples);
  expect(results.map(({ output }) => output)).toEqual(["raised", "active", "raised", "active", "active"]);
  expect(results.map(({ value }) => value)).toEqual([1, 2, 3, 4, 5]);
});

test("passes the reading on unchanged", () => {
  const [result] = runNode("raise-alarm", { name: "x" }, [{ value: -1e308, metadata: { a: 1 } }]);
  expect(result).toMatchObject({ value: -1e308, metadata: { a: 1 }, reason: null });
});

test("cuts a message to a bearable length", () => {
  const message = "{{metadata.long}}".repeat(50);
  const [effect] = raised({ message }, { value: 1, metadata: { long: "x".repeat(4000) } });
  if (effect?.kind !== "alarm raised") throw new Error("No alarm was raised.");
  expect(new TextEncoder().encode(effect.alarm.message)).toHaveLength(8192);
  expect(effect.alarm.message).toEndWith("…");
});

test.each([
  [{}, "name: is required"],
  [{ name: "" }, "name: must not be empty"],
  [{ name: 5 }, "name: must be text"],
  [{ name: "x".repeat(101) }, "name: must be at most 100 characters long"],
  [{ name: " x" }, "name: must not begin or end with a space"],
  [{ name: "   " }, "name: must not begin or end with a space"],
  [{ name: "a\nb" }, "name: must not contain line breaks or other control characters"],
  [{ name: "\ud800" }, "name: must be valid Unicode text"],
  [{ name: "x", severity: "fatal" }, "severity: must be one of info, warning, critical"],
  [{ name: "x", message: 5 }, "message: must be text"],
  [{ name: "x", message: "" }, "message: must not be empty"],
  [{ name: "x", message: "m".repeat(1001) }, "message: must be at most 1000 characters long"],
  [{ name: "x", message: "{{value" }, 'message: has a "{{" without "}}"'],
  [{ name: "x", message: "a\nb" }, "message: must not contain line breaks or other control characters"],
  [{ name: "x", text: "a" }, "text: is unknown; expected one of name, severity, message"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("raise-alarm", config)).toEqual([`Node "node", ${problem}`]);
});
