import { expect, test } from "bun:test";
import { hashSecret } from "../core/one-time-secret.ts";
import { keysPerAccountMax } from "./api-keys.ts";
import { PeopleApi } from "./test-people-api.ts";

const reader = { name: "Reader", scopes: ["account:read"] };

async function scene() {
  const people = await PeopleApi.create();
  const plant = await people.api.addAccount("Plant");
  const office = await people.api.addAccount("Office");
  const ada = await people.add("ada@example.org", plant);
  const eve = await people.add("eve@example.org", office);
  const create = async (body: object) => (await people.call(ada, plant, "createApiKey", { body })).json;
  return { people, plant, office, ada, eve, create };
}

test("shows a key once, and stores only its hash", async () => {
  const { people, plant, ada, create } = await scene();
  await using _ = people;
  const made = await create(reader);
  expect(made.key).toMatch(/^wak_[A-Za-z0-9_-]{43}$/);
  expect(made).toMatchObject({
    ...reader,
    start: made.key.slice(0, 8),
    created_by: ada.email,
    expires_at: null,
  });
  const row = await people.api.control.db.selectFrom("api_keys").selectAll().executeTakeFirstOrThrow();
  expect(Buffer.from(row.key_hash)).toEqual(Buffer.from(hashSecret(made.key)));
  const listed = await people.call(ada, plant, "listApiKeys");
  expect(listed.json.items).toMatchObject([{ uuid: made.uuid, name: "Reader", last_used_at: null }]);
  const secret = made.key.slice(4);
  for (const text of [listed.text, await people.everythingKept(), people.api.logLines.join()]) {
    expect(text).not.toContain(secret);
  }
});

test("accepts a key in its account only, within its scopes, and records its last use", async () => {
  const { people, plant, office, ada, create } = await scene();
  await using _ = people;
  const { key } = await create(reader);
  expect((await people.callWithKey(key, plant, "showAccount")).json).toMatchObject({ role: "editor" });
  expect((await people.callWithKey(key, null, "listAccounts")).json.items).toMatchObject([{ name: "Plant" }]);
  expect((await people.callWithKey(key, office, "showAccount")).status).toBe(404);
  expect((await people.callWithKey(key, plant, "listApiKeys")).json.code).toBe("not_for_keys");
  const other = await create({ name: "Devices", scopes: ["devices:read"] });
  expect((await people.callWithKey(other.key, plant, "showAccount")).json.code).toBe("scope_needed");
  const { items } = (await people.call(ada, plant, "listApiKeys")).json;
  expect(items[0].last_used_at).toBe("2026-06-01T12:00:00.000000Z");
});

test("refuses a revoked key as soon as the revocation is answered", async () => {
  const { people, plant, ada, create } = await scene();
  await using _ = people;
  const { key, uuid } = await create(reader);
  expect((await people.callWithKey(key, plant, "showAccount")).status).toBe(200);
  const revoke = () => people.call(ada, plant, "revokeApiKey", { params: { key: uuid } });
  expect((await revoke()).status).toBe(204);
  expect((await people.callWithKey(key, plant, "showAccount")).status).toBe(401);
  expect((await revoke()).json).toMatchObject({ status: 404, code: "unknown_key" });
});

test("refuses a key after its expiry", async () => {
  const { people, plant, create } = await scene();
  await using _ = people;
  const { key, expires_at } = await create({ ...reader, expires_in_days: 2 });
  expect(expires_at).toBe("2026-06-03T12:00:00.000000Z");
  people.api.clock.set("2026-06-03T11:59:59.999Z");
  expect((await people.callWithKey(key, plant, "showAccount")).status).toBe(200);
  people.api.clock.set("2026-06-03T12:00:00.000Z");
  expect((await people.callWithKey(key, plant, "showAccount")).status).toBe(401);
});

test("lets only owners manage keys, and only those of their account", async () => {
  const { people, plant, office, eve, create } = await scene();
  await using _ = people;
  const { uuid, key } = await create(reader);
  const ed = await people.add("ed@example.org", plant, "editor");
  const params = { key: uuid };
  for (const [who, status] of [
    [ed, 403],
    [eve, 404],
    [null, 401],
  ] as const) {
    expect((await people.call(who, plant, "listApiKeys")).status).toBe(status);
    expect((await people.call(who, plant, "createApiKey", { body: reader })).status).toBe(status);
    expect((await people.call(who, plant, "revokeApiKey", { params })).status).toBe(status);
  }
  expect((await people.call(eve, office, "revokeApiKey", { params })).status).toBe(404);
  expect((await people.call(eve, office, "listApiKeys")).json.items).toEqual([]);
  expect((await people.callWithKey(key, plant, "showAccount")).status).toBe(200);
});

test("records created and revoked keys in the audit log without the key", async () => {
  const { people, plant, ada, create } = await scene();
  await using _ = people;
  const { uuid } = await create({ ...reader, expires_in_days: 1 });
  await people.call(ada, plant, "revokeApiKey", { params: { key: uuid } });
  const told = JSON.stringify({ ...reader, expires_at: "2026-06-02T12:00:00.000000Z" });
  expect(await people.audited()).toMatchObject([
    {
      action: "key.create",
      subject: uuid,
      before: null,
      after: told,
      actor: ada.email,
      account_id: plant.id,
    },
    { action: "key.revoke", subject: uuid, before: told, after: null },
  ]);
});

test.each([
  [{ name: "" }, "name"],
  [{ name: "x".repeat(201) }, "name"],
  [{ name: "two\nlines" }, "name"],
  [{ scopes: [] }, "scopes"],
  [{ scopes: ["everything"] }, "scopes.0"],
  [{ scopes: ["account:read", "account:read"] }, "scopes"],
  [{ expires_in_days: 0 }, "expires_in_days"],
  [{ expires_in_days: 1.5 }, "expires_in_days"],
  [{ expires_in_days: 4000 }, "expires_in_days"],
  [{ role: "owner" }, "role"],
])("refuses %j and names the field", async (fields, field) => {
  const { people, create } = await scene();
  await using _ = people;
  expect(await create({ ...reader, ...fields })).toMatchObject({ status: 422, errors: [{ field }] });
});

test("requires unique names within an account, and limits the number of keys", async () => {
  const { people, plant, office, ada, eve, create } = await scene();
  await using _ = people;
  await create(reader);
  expect(await create(reader)).toMatchObject({
    status: 409,
    code: "key_name_taken",
    errors: [{ field: "name" }],
  });
  expect((await people.call(eve, office, "createApiKey", { body: reader })).status).toBe(201);
  for (let n = 1; n < keysPerAccountMax; n++) await create({ ...reader, name: `Reader ${n}` });
  expect(await create({ ...reader, name: "More" })).toMatchObject({ status: 409, code: "too_many_keys" });
  const first = await people.call(ada, plant, "listApiKeys", { query: { limit: "60" } });
  const query = { limit: "60", cursor: first.json.next };
  const second = await people.call(ada, plant, "listApiKeys", { query });
  const names = [...first.json.items, ...second.json.items].map(({ name }) => name);
  expect(new Set(names).size).toBe(keysPerAccountMax);
  expect(second.json.next).toBeNull();
});
