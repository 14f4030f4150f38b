import { expect, test } from "bun:test";
import { nodeTypeRoutes } from "@weir/protocol/manage/node-type-routes";
import { nodeCatalogue } from "@weir/rule-engine/node-catalogue";
import { ApiUnderTest } from "../testing/api-under-test.ts";
import { nodeTypeHandlers } from "./node-type-handlers.ts";

const open = () => ApiUnderTest.create(nodeTypeRoutes, nodeTypeHandlers);

test("lists every type of node with every setting, as data", async () => {
  await using api = await open();
  const { json } = await api.as("viewer").call("listNodeTypes");
  const types = new Map(json.items.map((item: { type: string }) => [item.type, item]));
  expect([...types.keys()]).toEqual([...nodeCatalogue.keys()]);
  for (const { type, fields } of nodeCatalogue.values()) {
    const told = types.get(type) as { fields: { name: string; kind: string }[] };
    expect(told.fields.map(({ name, kind }) => [name, kind])).toEqual(
      Object.entries(fields).map(([name, { kind }]) => [name, kind]),
    );
  }
  expect(types.get("input")).toMatchObject({ category: "input", has_failure_output: false });
  expect(types.get("compare")).toMatchObject({ outputs: ["true", "false"], has_failure_output: true });
  expect(types.get("switch")).toMatchObject({
    outputs: null,
    fields: [
      { kind: "list", items_min: 1, fields: [{ name: "name" }, { kind: "expression", result: "bool" }] },
    ],
  });
  expect(json.vocabulary.length).toBeGreaterThan(20);
  expect((await api.as("viewer").call("listExpressionWords")).json.items).toEqual(json.vocabulary);
});

test("accepts an expression, or reports its problem with the place", async () => {
  await using api = await open();
  const viewer = api.as("viewer");
  const check = async (text: string, result?: string) =>
    (await viewer.call("checkExpression", { body: { text, ...(result === undefined ? {} : { result }) } }))
      .json;
  expect(await check("value > 10", "bool")).toEqual({ ok: true });
  expect(await check("value + 1")).toEqual({ ok: true });
  expect(await check("value > hight", "bool")).toMatchObject({ ok: false, at: 8 });
  expect(await check("value", "bool")).toMatchObject({
    ok: false,
    message: expect.stringContaining("true or false"),
  });
});

test("requires a sign-in for the catalogue", async () => {
  await using api = await open();
  expect((await api.as("nobody").call("listNodeTypes")).status).toBe(401);
});
