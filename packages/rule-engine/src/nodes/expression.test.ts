import { expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

test("sends readings by the answer of the expression", () => {
  expect(outputsOfNode("expression", { when: "value > 10.0" }, [{ value: 11 }, { value: 10 }])).toEqual([
    "true",
    "false",
  ]);
});

test("sees metadata, names, battery and time", () => {
  const when =
    'metadata.site == "north" && sensor.slug == "temperature" && device.group == "Cellar" && battery_voltage > 3.0 && at > timestamp("2026-01-01T00:00:00Z")';
  const samples = [
    { value: 1, metadata: { site: "north" }, batteryVolts: 3.7 },
    { value: 1, metadata: { site: "south" }, batteryVolts: 3.7 },
  ];
  expect(outputsOfNode("expression", { when }, samples)).toEqual(["true", "false"]);
});

test("sees the sensor's previous reading, and no other sensor's", () => {
  const when = "previous != null && value > previous.value";
  const samples = [
    { value: 5 },
    { value: 9, sensorId: 8 },
    { value: 6 },
    { value: 1, sensorId: 8 },
    { value: 6 },
  ];
  expect(outputsOfNode("expression", { when }, samples)).toEqual([
    "false",
    "false",
    "true",
    "false",
    "false",
  ]);
});

test("does not show metadata of the previous reading", () => {
  const when = "has(metadata.site)";
  const samples = [{ value: 1, metadata: { site: "north" } }, { value: 2 }];
  expect(outputsOfNode("expression", { when }, samples)).toEqual(["true", "false"]);
});

test("fails with a reason if there is no result, and continues with the next reading", () => {
  const results = runNode("expression", { when: "metadata.level > 3.0" }, [
    { value: 1 },
    { value: 1, metadata: { level: 4 } },
    { value: 1, metadata: { level: "high" } },
  ]);
  expect(results.map(({ output }) => output)).toEqual(["failure", "true", "failure"]);
  expect(results[0]!.reason).toContain("level");
});

test.each([
  [{}, "when: is required"],
  [{ when: 7 }, "must be an expression"],
  [{ when: "value >" }, "At character"],
  [{ when: "value + 1.0" }, "when: At character"],
  [{ when: 'value == "hot"' }, "when: At character"],
])("refuses %j", (config, problem) => {
  expect(problemsOfNode("expression", config).join()).toContain(problem);
});
