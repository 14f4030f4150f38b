import { afterAll, expect, test } from "bun:test";
import { randomBytes, randomUUID } from "node:crypto";
import { type Scope, scopes } from "@weir/protocol/manage/access";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import type { Control } from "../../control/control.ts";
import { loadTokenKey } from "../../control/sealing/token-key.ts";
import { openTestData } from "../../control/test-open-control.ts";
import type { ApiRequest } from "../../web/api-request.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { closeTestControls, commitUnaudited, makeAccount, makeDataDir } from "../test-control.ts";
import { createPeopleAccessControl } from "./people-access-control.ts";
import { createSession } from "./sessions.ts";
import { createUser } from "./users.ts";

const opened: Control[] = [];
afterAll(async () => {
  for (const control of opened) await control.close();
  await closeTestControls();
});

function open() {
  const dataDir = makeDataDir();
  const clock = new ManualClock("2026-06-01T12:00:00.000Z");
  const announce = () => Promise.resolve();
  const control = openTestData(dataDir, { key: loadTokenKey(dataDir), announce, clock });
  opened.push(control);
  return { control, clock, access: createPeopleAccessControl(control) };
}

function request(headers: Record<string, string>): ApiRequest {
  const target = "/api/manage/v1/session";
  const body = new Uint8Array(0);
  const get = (name: string) => headers[name] ?? null;
  return { id: "r", method: "GET", target, headers: { get }, body, source: "192.0.2.1", isSecure: true };
}

const withKey = (key: string) => request({ authorization: `Bearer ${key}` });
const withCookie = (token: string) => request({ cookie: `__Host-weir_session=${token}` });

async function addKey(
  control: Control,
  accountId: number,
  more: { expiresAt?: number; scopes?: string } = {},
) {
  const key = `wak_${randomBytes(32).toString("base64url")}`;
  await control.transact((tx) =>
    tx
      .insertInto("api_keys")
      .values({
        uuid: randomUUID(),
        account_id: accountId,
        name: "Script",
        key_hash: hashSecret(key),
        key_start: key.slice(0, 8),
        scopes: more.scopes ?? JSON.stringify(["devices:read"] satisfies Scope[]),
        created_by: "operator",
        created_at: 0,
        expires_at: more.expiresAt ?? null,
        last_used_at: null,
      })
      .execute(),
  );
  return key;
}

async function addPerson(control: Control, accountId: number, role: "viewer" | "owner") {
  const made = await commitUnaudited(control, async (tx) => {
    const user = await createUser(tx, { email: "ada@example.org", name: "Ada", passwordHash: "" }, 0);
    if (!user.ok) return user;
    const { id } = user.value;
    await tx
      .insertInto("memberships")
      .values({ account_id: accountId, user_id: id, role, created_at: 0 })
      .execute();
    const { token } = await createSession(tx, id, { source: "192.0.2.1", userAgent: "" }, control.nowUs());
    return { ok: true, value: { id, token } };
  });
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
}

test("treats a key as an editor of its account with its scopes, and as nobody in other accounts", async () => {
  const { control, access } = open();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const caller = await access.identify(withKey(await addKey(control, plant.id)));
  expect(caller).toMatchObject({
    kind: "key",
    name: "Script",
    accountId: plant.id,
    scopes: ["devices:read"],
  });
  expect(await access.accessTo(caller!, plant.uuid)).toMatchObject({ id: plant.id, role: "editor" });
  expect(await access.accessTo(caller!, office.uuid)).toBeNull();
});

test("ends a key when it expires, and at once when it is removed", async () => {
  const { control, clock, access } = open();
  const { id } = await makeAccount(control);
  const key = await addKey(control, id, { expiresAt: (clock.nowMs() + 1000) * 1000 });
  const lasting = await addKey(control, id);
  clock.advanceMs(999);
  expect(await access.identify(withKey(key))).not.toBeNull();
  clock.advanceMs(1);
  expect(await access.identify(withKey(key))).toBeNull();
  expect(await access.identify(withKey(lasting))).not.toBeNull();
  await control.transact((tx) => tx.deleteFrom("api_keys").execute());
  expect(await access.identify(withKey(lasting))).toBeNull();
});

test("writes the last use of a key at most once a minute", async () => {
  const { control, clock, access } = open();
  const { id } = await makeAccount(control);
  const key = await addKey(control, id);
  const lastUse = async () =>
    (await control.db.selectFrom("api_keys").select("last_used_at").executeTakeFirstOrThrow()).last_used_at;
  const startUs = clock.nowMs() * 1000;
  await access.identify(withKey(key));
  expect(await lastUse()).toBe(startUs);
  clock.advanceMs(59_999);
  await access.identify(withKey(key));
  expect(await lastUse()).toBe(startUs);
  clock.advanceMs(1);
  await access.identify(withKey(key));
  expect(await lastUse()).toBe(startUs + 60_000_000);
});

test("allows nothing for unknown scopes", async () => {
  const { control, access } = open();
  const { id } = await makeAccount(control);
  const all = await addKey(control, id, { scopes: JSON.stringify([...scopes, "people:write"]) });
  expect(await access.identify(withKey(all))).toMatchObject({ scopes });
  const odd = await addKey(control, id, { scopes: '{"devices:read":true}' });
  expect(await access.identify(withKey(odd))).toMatchObject({ scopes: [] });
});

test("does not accept a cookie beside an invalid key", async () => {
  const { control, access } = open();
  const { id } = await makeAccount(control);
  const { token } = await addPerson(control, id, "owner");
  const cookie = `__Host-weir_session=${token}`;
  for (const key of ["wak_x", `wak_${"x".repeat(43)}`, "wdt_x"]) {
    expect(await access.identify(request({ cookie, authorization: `Bearer ${key}` }))).toBeNull();
  }
  expect(await access.identify(request({ cookie, authorization: "Basic eDp5" }))).toMatchObject({
    kind: "user",
  });
});

test("gives a person a role only in their accounts, and removes it at once", async () => {
  const { control, access } = open();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const { id, token } = await addPerson(control, plant.id, "viewer");
  const caller = await access.identify(withCookie(token));
  expect(caller).toMatchObject({ kind: "user", userId: id, email: "ada@example.org" });
  expect(await access.accessTo(caller!, plant.uuid)).toEqual({
    id: plant.id,
    tenantId: plant.id,
    uuid: plant.uuid,
    name: "Plant",
    role: "viewer",
    needsSecondFactor: false,
  });
  expect(await access.accessTo(caller!, office.uuid)).toBeNull();
  expect(await access.accessTo(caller!, "nonsense")).toBeNull();
  await control.transact((tx) => tx.deleteFrom("memberships").execute());
  expect(await access.accessTo(caller!, plant.uuid)).toBeNull();
  await control.transact((tx) => tx.deleteFrom("users").execute());
  expect(await access.identify(withCookie(token))).toBeNull();
});

test("finds no caller in a request without credentials", async () => {
  const { access } = open();
  expect(await access.identify(request({}))).toBeNull();
  expect(await access.identify(withCookie("A".repeat(43)))).toBeNull();
});
