import type { ChainDefinition } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { testNode } from "../test-chains.ts";
import type { Trial } from "../trial/chain-trial.ts";
import { sampleReading } from "../trial/chain-trial-readings.ts";

/** For tests: chains that take about as long as chains may, and readings for them. */

const numbers = (count: number) => `[${Array.from({ length: count }, (_, index) => index).join(",")}]`;
const joined = "(sensor.name + sensor.name + sensor.name).size() > 0";

/** Takes a millisecond or two for each reading. */
export const slowToRun: ChainDefinition = {
  nodes: [
    testNode("input", "input"),
    testNode("heavy", "expression", {
      when: `${numbers(15)}.all(x, ${numbers(15)}.all(y, ${numbers(10)}.all(z, ${joined})))`,
    }),
    testNode("save", "save"),
  ],
  wires: [
    { from: "input", output: "out", to: "heavy" },
    { from: "heavy", output: "true", to: "save" },
  ],
};

const sum = Array.from({ length: 100 }, () => "value").join(" + ");
const cases = (first: number) =>
  Array.from({ length: 6 }, (_, index) => ({ name: `c${index}`, when: `${sum} > ${first + index}.0` }));

/** Takes ten milliseconds or more to check, most of it at the two nodes named Sort. */
export const slowToCheck: ChainDefinition = {
  nodes: [
    testNode("input", "input"),
    { ...testNode("sort1", "switch", { cases: cases(0) }), name: "Sort" },
    { ...testNode("sort2", "switch", { cases: cases(10) }), name: "Sort" },
    testNode("save", "save"),
  ],
  wires: [
    { from: "input", output: "out", to: "sort1" },
    { from: "sort1", output: "else", to: "sort2" },
    { from: "sort2", output: "else", to: "save" },
  ],
};

export const slowTrial: Trial = {
  definition: slowToRun,
  published: { title: "Published", definition: slowToRun },
  sensorIds: new Map(),
  chains: new Map(),
};

/** A trial of these runs until its time is up. */
export async function* endlessReadings(): AsyncGenerator<ChainReading[]> {
  for (;;) yield testReadings(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
}

export function testReadings(...values: number[]): ChainReading[] {
  return values.map((value, index) =>
    sampleReading(source, { value, atUs: index, receivedUs: index, metadata: "", batteryVolts: null }),
  );
}

const uuid = "00000000-0000-4000-8000-000000000000";
const source: ChainReading["source"] = {
  sensorId: 1,
  deviceId: 1,
  accountId: 1,
  sensor: { uuid, slug: "temperature", name: "Temperature", type: "", unit: "" },
  device: { uuid, name: "Boiler", group: "", tags: [], attributes: {} },
  account: { uuid, name: "Plant" },
};
