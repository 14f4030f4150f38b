/** Runs the contract suite of resources for each of them. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { resources } from "@weir/protocol/resources/resources";
import { type AnyResource, type ResourceExample, resourceContract } from "./resource.contract.ts";
import { servedResources } from "./served-resources.ts";

// Limits are tried by reaching them, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const device = "0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b";

const examples: Readonly<Record<(typeof servedResources)[number]["definition"]["thing"], ResourceExample>> = {
  "alert rule": {
    fields: {
      severity: "warning",
      text: "{{value}}",
      target: { kind: "type", type: "temperature" },
      condition: { kind: "above", limit: 30 },
    },
    change: { severity: "critical", text: "It is {{value}}" },
  },
  board: {
    fields: { definition: { variable: null, span: "7d", tiles: [] } },
    change: { definition: { variable: null, span: "24h", tiles: [] } },
  },
  channel: {
    fields: { target: { kind: "slack", url: "https://hooks.slack.com/services/T1/B1/x" } },
    change: { quiet_hours: { days: ["monday"], from: "22:00", to: "06:00", time_zone: "Europe/Berlin" } },
  },
  chart: {
    fields: { definition: { sensors: [{ device, sensor: "temperature" }] } },
    change: { name: "Two" },
  },
  "device filter": {
    fields: { parameters: { q: "pump", status: "offline" } },
    change: { parameters: { tag: "cold" } },
  },
  "notification rule": {
    fields: { notify_cleared: false },
    async needs(caller, owner) {
      const target = { kind: "slack", url: "https://hooks.slack.com/services/T1/B1/x" };
      const { json } = await caller.call("createChannel", { body: { name: "Ops", owner, target } });
      return { channels: [json.uuid ?? device] };
    },
    change: { min_severity: "critical", digest_minutes: 10 },
  },
  "sensor type": {
    fields: {
      unit: "°C",
      decimals: 1,
      min: -40,
      max: 85.5,
      states: [{ value: -127, name: "Disconnected" }],
      icon: "thermometer",
    },
    change: { unit: "K", min: null, states: [{ value: 0.5, name: "Half" }] },
  },
};

test("serves every resource that is defined", () => {
  expect(servedResources.map(({ definition }) => definition.thing)).toEqual(
    resources.map(({ thing }) => thing),
  );
});

for (const served of servedResources)
  resourceContract(served as unknown as AnyResource, examples[served.definition.thing]);
