import { expect, test } from "bun:test";
import { secretRoutes } from "@weir/protocol/manage/secret-routes";
import { ApiUnderTest } from "../../testing/api-under-test.ts";
import { secretHandlers } from "./secret-handlers.ts";

async function open() {
  const api = await ApiUnderTest.create(secretRoutes, secretHandlers);
  const account = await api.addAccount("Plant");
  return { api, account, editor: api.as("editor", account), owner: api.as("owner", account) };
}

const params = { secret: "broker" };
const value = "correct horse battery staple";

test("shows a secret's value only to owners who ask for it", async () => {
  const { api, account, editor, owner } = await open();
  await using _ = api;
  const set = await editor.call("setSecret", { params, body: { value } });
  expect(set.json).toEqual({ name: "broker", created_at: "2026-06-01T12:00:00.000000Z" });
  const listed = await editor.call("listSecrets");
  expect(listed.json.items.map(({ name }: { name: string }) => name)).toEqual(["broker", "webhook"]);
  expect((await editor.call("showSecret", { params })).status).toBe(403);
  expect((await api.asKey(account).call("showSecret", { params })).json.code).toBe("not_for_keys");
  expect((await owner.call("showSecret", { params })).json.value).toBe(value);
  expect((await editor.call("removeSecret", { params })).status).toBe(204);
  const entries = await api.auditOf(account);
  expect(entries.map(({ action, subject }) => [action, subject])).toEqual([
    ["secret.remove", "broker"],
    ["secret.show", "broker"],
    ["secret.set", "broker"],
  ]);
  expect(set.text + listed.text + JSON.stringify(entries)).not.toContain(value);
});

test("does not audit a refused change", async () => {
  const { api, account, editor, owner } = await open();
  await using _ = api;
  expect((await editor.call("setSecret", { params: { secret: "a b" }, body: { value } })).json.code).toBe(
    "bad_name",
  );
  for (const body of [{ value: "" }, {}, { value, generate: true }])
    expect((await editor.call("setSecret", { params, body })).status).toBe(422);
  expect((await owner.call("showSecret", { params })).status).toBe(404);
  expect((await editor.call("removeSecret", { params: { secret: "webhook" } })).status).toBe(409);
  expect(await api.auditOf(account)).toEqual([]);
});

test("reaches no secrets of another account", async () => {
  const { api, editor } = await open();
  await using _ = api;
  await editor.call("setSecret", { params, body: { value } });
  const theirs = api.as("owner", await api.addAccount("Office"));
  expect((await theirs.call("showSecret", { params })).status).toBe(404);
  expect((await theirs.call("removeSecret", { params })).status).toBe(404);
  expect((await theirs.call("listSecrets")).json.items).toHaveLength(1);
});
