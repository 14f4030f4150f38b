import { expect, test } from "bun:test";
import { noPassword } from "../../control/people/users.ts";
import { deleteUser } from "../people/operator-users.ts";
import { PeopleApi, type TestPerson } from "../people/test-people-api.ts";

const unknownUuid = "00000000-0000-4000-8000-000000000000";

async function scene() {
  const people = await PeopleApi.create();
  const plant = await people.api.addAccount("Plant");
  const office = await people.api.addAccount("Office");
  return {
    people,
    plant,
    office,
    ada: await people.add("ada@example.org", plant),
    ed: await people.add("ed@example.org", plant, "editor"),
    vi: await people.add("vi@example.org", plant, "viewer"),
    eve: await people.add("eve@example.org", office),
  };
}

test("shows people their accounts with their role, page by page", async () => {
  await using people = await PeopleApi.create();
  const ada = await people.add("ada@example.org");
  const eve = await people.add("eve@example.org");
  await people.call(eve, null, "createAccount", { body: { name: "Eve's" } });
  for (const name of ["A", "B", "C"]) await people.call(ada, null, "createAccount", { body: { name } });
  const first = await people.call(ada, null, "listAccounts", { query: { limit: "2" } });
  expect(first.json.items).toMatchObject([
    { name: "A", role: "owner" },
    { name: "B", role: "owner" },
  ]);
  const second = await people.call(ada, null, "listAccounts", {
    query: { limit: "2", cursor: first.json.next },
  });
  expect(second.json).toMatchObject({ items: [{ name: "C" }], next: null });
  const bad = await people.call(ada, null, "listAccounts", { query: { cursor: "nonsense" } });
  expect(bad.json).toMatchObject({ status: 422, errors: [{ field: "query.cursor" }] });
  expect((await people.call(null, null, "listAccounts")).status).toBe(401);
});

test("makes the creator the owner of a new account, allows equal names, and limits the number", async () => {
  const { people, ada } = await scene();
  await using _ = people;
  const made = await people.call(ada, null, "createAccount", { body: { name: " Lab " } });
  expect(made.json).toMatchObject({ name: "Lab", role: "owner", created_at: "2026-06-01T12:00:00.000000Z" });
  const sameName = await people.call(ada, null, "createAccount", { body: { name: "Office" } });
  expect(sameName.json).toMatchObject({ name: "Office", role: "owner" });
  const { perPerson: max } = people.api.parts.accountRules;
  for (let n = 2; n < max; n++) await people.call(ada, null, "createAccount", { body: { name: `Lab ${n}` } });
  // An account that its creator has left still counts.
  await people.call(ada, made.json, "leaveAccount");
  const tooMany = await people.call(ada, null, "createAccount", { body: { name: "One more" } });
  expect(tooMany.json).toMatchObject({
    status: 409,
    code: "too_many_accounts",
    limit: { setting: "accounts_per_person", max },
  });
});

test("counts accounts with the first one of their creator, also if an owner of it invited the creator", async () => {
  const { people, plant, ada, eve, office } = await scene();
  await using _ = people;
  const create = async (who: typeof ada) =>
    (await people.call(who, null, "createAccount", { body: { name: "More" } })).json.uuid as string;
  const friend = await people.add("friend@example.org", plant);
  const newcomer = await people.add("new@example.org");
  const created = [await create(ada), await create(friend), await create(eve), await create(newcomer)];
  const again = await create(newcomer);
  const rows = await people.api.control.db
    .selectFrom("accounts")
    .select(["id", "uuid", "tenant_id"])
    .execute();
  const tenantOf = (uuid: string) => rows.find((row) => row.uuid === uuid)!.tenant_id;
  expect(created.map(tenantOf)).toEqual([plant.id, plant.id, office.id, null]);
  expect(tenantOf(again)).toBe(rows.find(({ uuid }) => uuid === created[3])!.id);
});

test.each([
  ["operators", [403, 403], "Only the operator of this server can create accounts (account_creators)."],
  ["owners", [201, 403], "Only people who own an account can create accounts (account_creators)."],
  ["everyone", [201, 201], undefined],
] as const)("lets %s create accounts", async (creators, statuses, detail) => {
  await using people = await PeopleApi.create(null, {
    accountRules: { creators, perPerson: 5, deletionDays: 7 },
  });
  const plant = await people.api.addAccount("Plant");
  const owner = await people.add("ada@example.org", plant);
  const editor = await people.add("ed@example.org", plant, "editor");
  const answers = [];
  for (const who of [owner, editor])
    answers.push(await people.call(who, null, "createAccount", { body: { name: "More" } }));
  expect(answers.map(({ status }) => status)).toEqual([...statuses]);
  expect(answers[1]!.json.detail).toBe(detail);
});

test("lets an owner rename the account, unless it has changed since they read it", async () => {
  const { people, plant, ada, ed } = await scene();
  await using _ = people;
  const { headers } = await people.call(ed, plant, "showAccount");
  const rename = (name: string, ifMatch?: string) =>
    people.call(ada, plant, "renameAccount", {
      body: { name },
      ...(ifMatch === undefined ? {} : { headers: { "if-match": ifMatch } }),
    });
  const renamed = await rename("Works", headers.ETag);
  expect(renamed.json).toMatchObject({ name: "Works", role: "owner" });
  expect((await rename("Mill", headers.ETag)).json).toMatchObject({ status: 412, code: "changed_meanwhile" });
  expect((await rename("Mill", renamed.headers.ETag)).status).toBe(200);
  expect((await rename("Mill")).status).toBe(200);
  expect((await rename("Office")).json).toMatchObject({ name: "Office", role: "owner" });
  expect((await people.call(ed, plant, "showAccount")).json).toMatchObject({
    name: "Office",
    role: "editor",
  });
  const [entry] = await people.audited();
  expect(entry).toMatchObject({
    account_id: plant.id,
    actor: "ada@example.org",
    action: "account.rename",
    subject: plant.uuid,
    before: '{"name":"Plant"}',
    after: '{"name":"Works"}',
    source: "192.0.2.1",
    request_id: "test-request",
  });
});

test("lets only owners rename, change and remove, and shows strangers nothing", async () => {
  const { people, plant, ed, vi, eve, ada } = await scene();
  await using _ = people;
  const calls = [
    ["renameAccount", { body: { name: "X" } }],
    ["changeMember", { params: { member: ada.uuid }, body: { role: "viewer" } }],
    ["removeMember", { params: { member: ada.uuid } }],
  ] as const;
  for (const [name, call] of calls) {
    for (const who of [ed, vi]) expect((await people.call(who, plant, name, call)).status).toBe(403);
    expect((await people.call(eve, plant, name, call)).status).toBe(404);
    expect((await people.call(null, plant, name, call)).status).toBe(401);
  }
  for (const name of ["showAccount", "listMembers", "leaveAccount"] as const) {
    expect((await people.call(eve, plant, name)).status).toBe(404);
  }
  expect(await people.audited()).toEqual([]);
});

test("lists members of the account by email, page by page", async () => {
  const { people, plant, vi } = await scene();
  await using _ = people;
  const first = await people.call(vi, plant, "listMembers", { query: { limit: "2" } });
  expect(first.json.items).toMatchObject([
    { email: "ada@example.org", role: "owner" },
    { email: "ed@example.org", role: "editor" },
  ]);
  const query = { limit: "2", cursor: first.json.next };
  const second = await people.call(vi, plant, "listMembers", { query });
  expect(second.json).toMatchObject({ items: [{ email: "vi@example.org", role: "viewer" }], next: null });
  expect(first.text + second.text).not.toContain("argon2");
});

test("applies a new role with the next request, and audits it", async () => {
  const { people, plant, ada, ed } = await scene();
  await using _ = people;
  const params = { member: ed.uuid };
  const raised = await people.call(ada, plant, "changeMember", { params, body: { role: "owner" } });
  expect(raised.json).toMatchObject({ uuid: ed.uuid, role: "owner" });
  expect((await people.call(ed, plant, "renameAccount", { body: { name: "Ed's" } })).status).toBe(200);
  await people.call(ada, plant, "changeMember", { params, body: { role: "viewer" } });
  expect((await people.call(ed, plant, "renameAccount", { body: { name: "Mine" } })).status).toBe(403);
  const [entry] = await people.audited();
  expect(entry).toMatchObject({
    action: "member.change-role",
    subject: ed.uuid,
    before: '{"email":"ed@example.org","role":"editor"}',
    after: '{"email":"ed@example.org","role":"owner"}',
  });
});

test("ends a removed member's access at once, and keeps them in other accounts", async () => {
  const { people, plant, ada, vi } = await scene();
  await using _ = people;
  await people.call(vi, null, "createAccount", { body: { name: "Vi's" } });
  const params = { member: vi.uuid };
  expect((await people.call(ada, plant, "removeMember", { params })).status).toBe(204);
  expect((await people.call(vi, plant, "showAccount")).status).toBe(404);
  expect((await people.call(vi, null, "listAccounts")).json.items).toMatchObject([{ name: "Vi's" }]);
  expect((await people.call(ada, plant, "removeMember", { params })).status).toBe(404);
  expect((await people.audited()).at(-1)).toMatchObject({
    action: "member.remove",
    subject: vi.uuid,
    before: '{"email":"vi@example.org","role":"viewer"}',
    after: null,
  });
});

test("keeps the last owner from leaving, being removed or losing the role", async () => {
  const { people, plant, ada, ed } = await scene();
  await using _ = people;
  const params = { member: ada.uuid };
  const tries = [
    await people.call(ada, plant, "leaveAccount"),
    await people.call(ada, plant, "removeMember", { params }),
    await people.call(ada, plant, "changeMember", { params, body: { role: "editor" } }),
  ];
  for (const { json } of tries) expect(json).toMatchObject({ status: 409, code: "last_owner" });
  expect(await people.audited()).toEqual([]);
  const same = await people.call(ada, plant, "changeMember", { params, body: { role: "owner" } });
  expect(same.status).toBe(200);
  await people.call(ada, plant, "changeMember", { params: { member: ed.uuid }, body: { role: "owner" } });
  expect((await people.call(ada, plant, "leaveAccount")).status).toBe(204);
  expect((await people.call(ed, plant, "leaveAccount")).json).toMatchObject({ code: "last_owner" });
});

test("keeps the last owner who can sign in, whatever owners without a password there are", async () => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const bob = await people.add("bob@example.org", plant, "owner");
  const setHash = (id: number, password_hash: string) =>
    people.api.control.transact((tx) =>
      tx.updateTable("users").set({ password_hash }).where("id", "=", id).execute(),
    );
  await setHash(bob.id, noPassword);
  const params = { member: ada.uuid };
  const tries = [
    await people.call(ada, plant, "leaveAccount"),
    await people.call(ada, plant, "removeMember", { params }),
    await people.call(ada, plant, "changeMember", { params, body: { role: "viewer" } }),
  ];
  for (const { json } of tries) expect(json).toMatchObject({ status: 409, code: "last_owner" });
  const deleted = await deleteUser(people.api.control, ada.email);
  expect(deleted).toMatchObject({ error: { code: "last_owner" } });
  // The one who cannot sign in is no loss.
  const other = await people.call(ada, plant, "removeMember", { params: { member: bob.uuid } });
  expect(other.status).toBe(204);
});

test("lists what a member made that works without them, and revokes it with the removal if that is wanted", async () => {
  const { people, plant, ada, ed } = await scene();
  await using _ = people;
  const makeKey = (who: TestPerson, name: string) =>
    people.call(who, plant, "createApiKey", { body: { name, scopes: ["account:read"] } });
  const bob = await people.add("bob@example.org", plant, "owner");
  const { key } = (await makeKey(bob, "Bob's")).json;
  await makeKey(ada, "Ada's");
  await people.call(bob, plant, "createInvitation", { body: { email: "eva@example.org", role: "owner" } });
  const params = { member: bob.uuid };
  expect((await people.call(ed, plant, "listMemberGrants", { params })).json.code).toBe("role_needed");
  const listed = await people.call(ada, plant, "listMemberGrants", { params });
  expect(listed.json.items).toMatchObject([
    { kind: "api_key", name: "Bob's", expires_at: null },
    { kind: "invitation", name: "eva@example.org" },
  ]);
  expect((await people.callWithKey(key, plant, "listMembers")).status).toBe(200);
  const query = { grants: "revoke" };
  expect((await people.call(ada, plant, "removeMember", { params, query })).status).toBe(204);
  expect((await people.callWithKey(key, plant, "listMembers")).status).toBe(401);
  expect((await people.call(ada, plant, "listInvitations")).json.items).toEqual([]);
  const keys = (await people.call(ada, plant, "listApiKeys")).json.items;
  expect(keys.map(({ name }: { name: string }) => name)).toEqual(["Ada's"]);
  const actions = (await people.audited()).map(({ action }) => action);
  expect(actions.slice(-3)).toEqual(["member.remove", "key.revoke", "invitation.revoke"]);
});

test("keeps one of two owners who leave at the same moment", async () => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const bob = await people.add("bob@example.org", plant, "owner");
  const left = await Promise.all([ada, bob].map((who) => people.call(who, plant, "leaveAccount")));
  expect(left.map(({ status }) => status).sort()).toEqual([204, 409]);
});

test("does not find members of another account", async () => {
  const { people, office, ada, eve } = await scene();
  await using _ = people;
  for (const member of [ada.uuid, unknownUuid]) {
    const changed = await people.call(eve, office, "changeMember", {
      params: { member },
      body: { role: "viewer" },
    });
    expect(changed.json).toMatchObject({ status: 404, code: "unknown_member" });
    expect((await people.call(eve, office, "removeMember", { params: { member } })).status).toBe(404);
  }
  const bad = await people.call(eve, office, "removeMember", { params: { member: "ada" } });
  expect(bad.json).toMatchObject({ status: 422, errors: [{ field: "path.member" }] });
});

test("refuses changes that a page of another site requests", async () => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const headers = { "sec-fetch-site": "cross-site" };
  const call = { headers, body: { name: "Theirs" } };
  expect((await people.call(ada, plant, "renameAccount", call)).status).toBe(403);
});
