import type { ChainDefinition, ChainNode, Wire } from "@weir/rule-engine/chain";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { handoversMax } from "@weir/rule-engine/rehearsal";
import type { Trial } from "../chain-trial.ts";
import { sampleReading } from "../chain-trial-readings.ts";
import { testNode } from "../test-chains.ts";

/** For tests only: chains that take as long for a reading as chains may, which is some hundred milliseconds. */

const numbers = (count: number) => `[${Array.from({ length: count }, (_, index) => index).join(",")}]`;
const joined = "(sensor.name + sensor.name + sensor.name).size() > 0";
const costly = `${numbers(20)}.all(x, ${numbers(20)}.all(y, ${numbers(10)}.all(z, ${joined})))`;

/** Two expressions at their limit, and then the chain named, or the end. */
export function heavyChain(next: string | null): ChainDefinition {
  const nodes: ChainNode[] = [
    testNode("input", "input"),
    { ...testNode("heavy1", "expression", { when: costly }), name: "Look at everything" },
    { ...testNode("heavy2", "expression", { when: costly }), name: "Look again" },
    next === null ? testNode("save", "save") : testNode("on", "chain", { chain: next }),
  ];
  const wires = nodes.slice(1).map(({ id }, index): Wire => {
    const from = nodes[index]!;
    return { from: from.id, output: from.type === "input" ? "out" : "true", to: id };
  });
  return { nodes, wires };
}

function uuidOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`;
}

/** Chains that hand a reading on as often as they may. */
export function heaviestTrial(): Trial {
  const following = Array.from({ length: handoversMax }, (_, index) => {
    const next = index + 1 === handoversMax ? null : uuidOf(index + 1);
    return [uuidOf(index), { name: `Heavy ${index}`, text: JSON.stringify(heavyChain(next)) }] as const;
  });
  return {
    definition: heavyChain(uuidOf(0)),
    live: null,
    sensorIds: new Map(),
    chains: new Map(following),
  };
}

export function testReadings(...values: number[]): ChainReading[] {
  return values.map((value, index) =>
    sampleReading(source, { value, atUs: index, receivedUs: index, metadata: "", batteryVolts: null }),
  );
}

const source: ChainReading["source"] = {
  ...{ sensorId: 1, deviceId: 1, accountId: 1 },
  sensor: { uuid: uuidOf(1), slug: "temperature", name: "Temperature", type: "", unit: "" },
  device: { uuid: uuidOf(2), name: "Boiler", group: "" },
  account: { uuid: uuidOf(3), name: "Plant" },
};
