import { expect, test } from "bun:test";
import { savedChart } from "@weir/protocol/resources/saved-chart";
import { deleteMembership } from "../../control/people/memberships.ts";
import { ApiUnderTest, type TestAnswer } from "../../web/testing/api-under-test.ts";
import { savedCharts } from "./saved-charts.ts";

const device = "0b0c9a34-5a3f-4d0e-9f5e-2f8a1c7d6e5b";
const usual = {
  ...{ range: { kind: "last", span: "24h" }, aggregation: "mean", bucket_seconds: null },
  ...{ axes: [], derived: [], limits: true },
};
const definition = { sensors: [{ device, sensor: "temperature" }] };
const namesOf = ({ json }: TestAnswer) => json.items.map(({ name }: { name: string }) => name);
const told = ({ status, json }: TestAnswer) => [status, json.code];

/** Ada and Bob are members of Plant. */
async function open() {
  const api = await ApiUnderTest.create(savedChart.routes, savedCharts.handlers);
  const account = await api.addAccount("Plant");
  const join = (email: string) => api.addMember(email, account);
  const [ada, bob] = [await join("ada@example.org"), await join("bob@example.org")];
  const editor = api.as("editor", account, { userId: ada });
  const viewer = api.as("viewer", account, { userId: bob });
  return { api, account, bob, editor, viewer };
}

test("saves, lists, changes and deletes charts, and audits all of it", async () => {
  const { api, account, editor } = await open();
  await using _ = api;
  const made = await editor.call("createChart", { body: { name: " Cooling ", definition } });
  expect(made.json).toMatchObject({ name: "Cooling", owner: "account", version: 1, device });
  expect(made.json.definition).toEqual({
    ...{ ...usual, sensors: [{ device, sensor: "temperature", is_hidden: false }] },
  });
  expect(made.headers.ETag).toBe('"1"');
  const params = { chart: made.json.uuid };
  const renamed = await editor.call("updateChart", { params, body: { name: "Freezers" } });
  expect(renamed.json).toMatchObject({ name: "Freezers", version: 2 });
  // A change that changes nothing is no version.
  expect((await editor.call("updateChart", { params, body: { definition } })).json.version).toBe(2);
  expect((await editor.call("showChart", { params })).json).toEqual(renamed.json);
  expect(namesOf(await editor.call("listCharts"))).toEqual(["Freezers"]);
  const stale = await editor.call("deleteChart", { params, headers: { "if-match": '"1"' } });
  expect(told(stale)).toEqual([412, "changed_meanwhile"]);
  expect((await editor.call("deleteChart", { params })).status).toBe(204);
  expect(told(await editor.call("showChart", { params }))).toEqual([404, "unknown_chart"]);
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subjectName }) => [action, subjectName])).toEqual([
    ["chart.delete", "Freezers"],
    ["chart.update", "Freezers"],
    ["chart.create", "Cooling"],
  ]);
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
    ...{ aggregation: "sum", bucket_seconds: 3600, limits: false },
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

test("lets viewers change only their own charts, which nobody else sees and which leave with them", async () => {
  const { api, account, bob, editor, viewer } = await open();
  await using _ = api;
  const ofAccount = (await editor.call("createChart", { body: { name: "Ours", definition } })).json.uuid;
  expect(told(await viewer.call("createChart", { body: { name: "Ours", definition } }))).toEqual([
    ...[403, "role_needed"],
  ]);
  const refused = await viewer.call("deleteChart", { params: { chart: ofAccount } });
  expect(told(refused)).toEqual([403, "role_needed"]);
  const body = { name: "Mine", owner: "person", definition };
  const own = { chart: (await viewer.call("createChart", { body })).json.uuid };
  expect(namesOf(await viewer.call("listCharts"))).toEqual(["Mine", "Ours"]);
  for (const caller of [editor, api.asKey(account), api.asOperator(account)]) {
    expect(namesOf(await caller.call("listCharts"))).toEqual(["Ours"]);
    expect(told(await caller.call("showChart", { params: own }))).toEqual([404, "unknown_chart"]);
    expect(told(await caller.call("deleteChart", { params: own }))).toEqual([404, "unknown_chart"]);
  }
  expect(told(await api.asKey(account).call("createChart", { body }))).toEqual([403, "person_needed"]);
  expect((await viewer.call("updateChart", { params: own, body: { name: "My own" } })).status).toBe(200);
  for (let nth = 1; nth < savedChart.max.perPerson; nth++) await viewer.call("createChart", { body });
  expect(told(await viewer.call("createChart", { body }))).toEqual([409, "too_many_charts"]);
  await api.control.transact((tx) => deleteMembership(tx, { accountId: account.id, userId: bob }));
  const { count } = await api.control.db
    .selectFrom("saved_charts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  expect(count).toBe(1);
});

test("keeps the charts of an account from other accounts", async () => {
  const { api, editor } = await open();
  await using _ = api;
  const params = {
    chart: (await editor.call("createChart", { body: { name: "Ours", definition } })).json.uuid,
  };
  const elsewhere = api.as("owner", await api.addAccount("Office"));
  expect(namesOf(await elsewhere.call("listCharts"))).toEqual([]);
  for (const answer of [
    await elsewhere.call("showChart", { params }),
    await elsewhere.call("updateChart", { params, body: { name: "Taken" } }),
    await elsewhere.call("deleteChart", { params }),
  ])
    expect(told(answer)).toEqual([404, "unknown_chart"]);
});
