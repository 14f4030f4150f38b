/** What is particular to saved charts. What they have in common with other resources is in resources.test.ts. */
import { expect, test } from "bun:test";
import { savedChart } from "@weir/protocol/resources/saved-chart";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { savedCharts } from "./saved-charts.ts";

const device = "0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b";
const usual = {
  range: { kind: "last", span: "24h" },
  aggregation: "mean",
  bucket_seconds: null,
  axes: [],
  derived: [],
  limits: true,
};
const definition = { sensors: [{ device, sensor: "temperature" }] };

async function open() {
  const api = await ApiUnderTest.create(savedChart.routes, savedCharts.handlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account) };
}

test("saves a chart with the usual look, lists its device, and counts its versions", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const made = await editor.call("createChart", { body: { name: "Cooling", definition } });
  expect(made.json).toMatchObject({ version: 1, device });
  expect(made.json.definition).toEqual({
    ...usual,
    sensors: [{ device, sensor: "temperature", is_hidden: false }],
  });
  expect(made.headers.ETag).toBe('"1"');
  const params = { chart: made.json.uuid };
  const renamed = await editor.call("updateChart", { params, body: { name: "Freezers" } });
  expect(renamed.json).toMatchObject({ name: "Freezers", version: 2 });
  const [latest] = await api.auditOf(account);
  expect(latest!.after).toEqual({ name: "Freezers", owner: "account", version: 2, sensors: 1 });
});

test("keeps everything that a chart shows", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const whole = {
    sensors: [
      { device, sensor: "a", is_hidden: true },
      { device, sensor: "b", is_hidden: false },
    ],
    range: { kind: "fixed", from: "2026-01-01T00:00:00.000Z", to: "2026-01-02T00:00:00.000Z" },
    aggregation: "sum",
    bucket_seconds: 3600,
    limits: false,
    axes: [{ unit: "°C", min: -5, max: null }],
    derived: [{ name: "Difference", unit: "K", expression: "a - b", is_hidden: false }],
  };
  const { json } = await editor.call("createChart", { body: { name: "All", definition: whole } });
  expect(json.definition).toEqual(whole);
});

test.each([
  ["no sensors", { sensors: [] }, "definition.sensors"],
  ["an axis upside down", { axes: [{ unit: "", min: 2, max: 1 }] }, "definition.axes.0.max"],
  [
    "a range that ends before it starts",
    { range: { kind: "fixed", from: "2026-01-02T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" } },
    "definition.range.to",
  ],
  ["an unknown figure", { aggregation: "median" }, "definition.aggregation"],
])("refuses a chart with %s", async (_what, part, field) => {
  const { api, editor } = await open();
  await using _ = api;
  const body = { name: "Cooling", definition: { ...definition, ...part } };
  const { json } = await editor.call("createChart", { body });
  expect([json.code, json.errors[0].field]).toEqual(["not_valid", field]);
});
