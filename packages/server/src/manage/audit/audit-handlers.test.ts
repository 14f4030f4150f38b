import { expect, test } from "bun:test";
import type { Caller } from "../../web/caller.ts";
import type { ApiContext } from "../core/api-context.ts";
import { audit } from "../core/audit-request.ts";
import { PeopleApi, type TestPerson } from "../people/test-people-api.ts";

async function scene() {
  const people = await PeopleApi.create();
  const plant = await people.api.addAccount("Plant");
  const office = await people.api.addAccount("Office");
  const ada = await people.add("ada@example.org", plant);
  const eve = await people.add("eve@example.org", office);
  const ed = await people.add("ed@example.org", plant, "editor");
  const vi = await people.add("vi@example.org", plant, "viewer");
  // The set-up of the scene is in the log as well, and numbers continue from there.
  await people.api.control.transact((tx) => tx.deleteFrom("audit_log").execute());
  return { people, plant, office, ada, eve, ed, vi };
}

function contextOf(people: PeopleApi, caller: Caller | null): ApiContext {
  const headers = { get: () => null };
  const facts = { method: "GET", target: "/", headers, body: new Uint8Array(0), isSecure: true };
  const request = { ...facts, id: "request-7", source: "198.51.100.7" };
  const authoriseAgain = async () => null;
  const { parts } = people.api;
  return { ...parts, allAccounts: parts.control, request, caller, account: null, authoriseAgain };
}

function callerOf({ id, email }: TestPerson): Caller {
  return { kind: "user", userId: id, email, sessionId: 1, provedAt: 0 };
}

test("shows owners and editors their account's log, but not viewers and strangers", async () => {
  const { people, plant, office, ada, eve, ed, vi } = await scene();
  await using _ = people;
  await people.call(ada, plant, "renameAccount", { body: { name: "Works" } });
  await people.call(eve, office, "renameAccount", { body: { name: "Bureau" } });
  for (const who of [ada, ed]) {
    const { json } = await people.call(who, plant, "listAudit");
    expect(json).toEqual({
      items: [
        {
          id: 3,
          happened_at: "2026-06-01T12:00:00.000000Z",
          actor_kind: "user",
          actor: "ada@example.org",
          action: "account.rename",
          subject_kind: "account",
          subject: plant.uuid,
          subject_name: "Works",
          subject_device: null,
          subject_chain: null,
          source: "192.0.2.1",
          request_id: "test-request",
          before: { name: "Plant" },
          after: { name: "Works" },
          confirmed: true,
        },
      ],
      next: null,
    });
  }
  expect((await people.call(vi, plant, "listAudit")).status).toBe(403);
  expect((await people.call(eve, plant, "listAudit")).status).toBe(404);
  expect((await people.call(null, plant, "listAudit")).status).toBe(401);
});

test("filters the log and returns it in pages, newest first", async () => {
  const { people, plant, ada, ed } = await scene();
  await using _ = people;
  for (let n = 1; n <= 3; n++) {
    await people.call(ada, plant, "renameAccount", { body: { name: `Name ${n}` } });
    people.api.clock.advanceMs(60_000);
  }
  await people.call(ada, plant, "changeMember", { params: { member: ed.uuid }, body: { role: "owner" } });
  const list = async (query: Record<string, string>) =>
    (await people.call(ada, plant, "listAudit", { query })).json;
  const first = await list({ limit: "3" });
  expect(first.items.map(({ id }: { id: number }) => id)).toEqual([6, 5, 4]);
  const second = await list({ limit: "3", cursor: first.next });
  expect(second).toMatchObject({ items: [{ id: 3 }], next: null });
  expect((await list({ action: "member" })).items).toMatchObject([{ id: 6 }]);
  expect((await list({ subject: ed.uuid })).items).toMatchObject([{ id: 6 }]);
  expect((await list({ subject_kind: "account", limit: "1" })).items).toMatchObject([{ id: 5 }]);
  expect((await list({ actor: "ed@example.org" })).items).toEqual([]);
  const from = "2026-06-01T12:01:00Z";
  const to = "2026-06-01T12:02:00.000000Z";
  expect((await list({ from, to })).items).toMatchObject([{ id: 4 }]);
});

test.each([
  [{ cursor: "x" }, "query.cursor"],
  [{ from: "yesterday" }, "query.from"],
  [{ to: "2026-02-30T00:00:00Z" }, "query.to"],
  [{ limit: "0" }, "query.limit"],
])("refuses %j and names the field", async (query, field) => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const { json } = await people.call(ada, plant, "listAudit", { query });
  expect(json).toMatchObject({ status: 422, errors: [{ field }] });
});

test("lets a key with the scope read the log, and names it there by its name", async () => {
  const { people, plant, ada } = await scene();
  await using _ = people;
  const create = async (name: string, scopes: string[]) =>
    (await people.call(ada, plant, "createApiKey", { body: { name, scopes } })).json;
  const { key } = await create("Reader", ["account:read"]);
  const { key: other } = await create("Devices", ["devices:read"]);
  expect((await people.callWithKey(key, plant, "listAudit")).json.items).toHaveLength(2);
  expect((await people.callWithKey(other, plant, "listAudit")).status).toBe(403);
  expect((await people.callWithKey(key, null, "listOwnAudit")).status).toBe(403);
  const key1 = { kind: "key", keyId: 1, name: "Reader", createdBy: "operator", expiresAt: null } as const;
  const caller: Caller = { ...key1, accountId: plant.id, scopes: [] };
  const account = {
    ...plant,
    tenantId: plant.id,
    name: "Plant",
    role: "editor",
    needsSecondFactor: false,
  } as const;
  const done = { action: "device.update", subjectKind: "device", subject: "boiler" };
  await audit({ ...contextOf(people, caller), account }, done);
  const [entry] = (await people.call(ada, plant, "listAudit")).json.items;
  expect(entry).toMatchObject({ actor_kind: "key", actor: "Reader", before: null, after: null });
});

test("shows people only their own sign-ins and attempts", async () => {
  const { people, ada, eve } = await scene();
  await using _ = people;
  const signIn = { action: "session.sign-in", subjectKind: "user" };
  await audit(contextOf(people, callerOf(ada)), { ...signIn, subject: ada.email });
  await audit(contextOf(people, null), {
    action: "session.sign-in-failed",
    subjectKind: "user",
    subject: "ADA@example.org",
  });
  await audit(contextOf(people, callerOf(eve)), { ...signIn, subject: eve.email });
  const { json } = await people.call(ada, null, "listOwnAudit");
  expect(json.items).toMatchObject([
    { action: "session.sign-in-failed", actor_kind: "nobody", actor: "", source: "198.51.100.7" },
    { action: "session.sign-in", actor: "ada@example.org", request_id: "request-7" },
  ]);
  expect((await people.call(eve, null, "listOwnAudit")).json.items).toHaveLength(1);
  expect((await people.call(null, null, "listOwnAudit")).status).toBe(401);
});
