import { expect, setDefaultTimeout, test } from "bun:test";
import { accountsOnPage } from "../../control/accounts/accounts.ts";
import { createAccount } from "../accounts/accounts.ts";
import { unwrap } from "../test-control.ts";
import { adaSignIn, PeopleUnderTest, TestBrowser } from "../testing/test-browser.ts";
import { makeSetupSecret } from "./set-up.ts";
import { pairPolicy } from "./sign-in-throttle.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

const dayMs = 86_400_000;
const wrong = { ...adaSignIn, password: "incorrect horse" };

async function actions({ control }: PeopleUnderTest): Promise<string[]> {
  const rows = await control.db
    .selectFrom("audit_log")
    .select(["actor", "action", "subject"])
    .orderBy("id")
    .execute();
  return rows.map(({ actor, action, subject }) => `${actor}: ${action} ${subject}`);
}

async function signedIn(people: PeopleUnderTest, source?: string): Promise<TestBrowser> {
  const browser = people.browser(source === undefined ? {} : { source });
  expect((await browser.call("signIn", adaSignIn)).status).toBe(201);
  return browser;
}

test("creates a signed-in owner with the set-up link, once", async () => {
  await using people = await PeopleUnderTest.create();
  const stale = await makeSetupSecret(people.control);
  const secret = await makeSetupSecret(people.control);
  const browser = people.browser();
  const body = { ...adaSignIn, name: "Ada" };
  expect((await browser.call("showSetup")).json).toEqual({ needed: true });
  for (const wrongSecret of [stale, "x", `${secret}x`]) {
    const { status, json } = await browser.call("setUp", { ...body, secret: wrongSecret });
    expect([status, json.code]).toEqual([403, "setup_refused"]);
  }
  const { status, json } = await browser.call("setUp", { ...body, secret });
  expect(status).toBe(201);
  expect(json.user).toMatchObject({ email: "ada@example.org", name: "Ada", totp: false });
  expect(json.accounts).toMatchObject([{ name: "Default", role: "owner" }]);
  expect(json.sessions).toMatchObject([{ current: true, source: "192.0.2.1", user_agent: "Test/1.0" }]);
  expect(await browser.isSignedIn()).toBeTrue();
  expect((await people.browser().call("setUp", { ...body, email: "eve@example.org", secret })).status).toBe(
    403,
  );
  expect(await makeSetupSecret(people.control)).toBeNull();
  expect((await browser.call("showSetup")).json).toEqual({ needed: false });
});

test("makes one person the owner when two use the set-up link at once", async () => {
  await using people = await PeopleUnderTest.create();
  const secret = await makeSetupSecret(people.control);
  const answers = await Promise.all(
    ["a@example.org", "b@example.org"].map((email) =>
      people.browser().call("setUp", { ...adaSignIn, email, name: "Who", secret }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
});

test("creates an account of any name in the set-up, even one that another account has", async () => {
  await using people = await PeopleUnderTest.create();
  unwrap(await createAccount(people.control, "Office"));
  const secret = await makeSetupSecret(people.control);
  const body = { ...adaSignIn, name: "Ada", secret };
  const { json } = await people.browser().call("setUp", { ...body, account_name: "Office" });
  expect(json.accounts).toMatchObject([{ name: "Office", role: "owner" }]);
  expect(await accountsOnPage(people.control, { limit: 10 })).toHaveLength(2);
});

test("gives the same answer for an unknown email and a wrong password", async () => {
  await using people = await PeopleUnderTest.create();
  await people.ada();
  const known = await people.browser().call("signIn", wrong);
  const unknown = await people.browser().call("signIn", { ...wrong, email: "eve@example.org" });
  expect(known.status).toBe(401);
  expect(known.json.code).toBe("wrong_credentials");
  expect([unknown.status, unknown.text, unknown.headers]).toEqual([known.status, known.text, known.headers]);
});

test("issues a new token with each sign-in and ends the browser's previous session", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const former = people.browser();
  former.cookies.set("__Host-weir_session", browser.token);
  expect(await former.isSignedIn()).toBeTrue();
  expect((await browser.call("signIn", { ...adaSignIn, email: "ADA@Example.org" })).status).toBe(201);
  expect(browser.token).not.toBe(former.token);
  expect(await browser.isSignedIn()).toBeTrue();
  expect(await former.isSignedIn()).toBeFalse();
});

test("does not take over a planted token", async () => {
  await using people = await PeopleUnderTest.create();
  await people.ada();
  const browser = people.browser();
  const planted = "A".repeat(43);
  browser.cookies.set("__Host-weir_session", planted);
  expect((await browser.call("signIn", adaSignIn)).status).toBe(201);
  expect(browser.token).not.toBe(planted);
});

test("signs out at once and removes the cookie", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const copy = people.browser();
  copy.cookies.set("__Host-weir_session", browser.token);
  const { status, headers } = await browser.call("signOut");
  expect(status).toBe(204);
  expect(headers["Set-Cookie"]).toBe(
    "__Host-weir_session=; Max-Age=0; Path=/; Secure; HttpOnly; SameSite=Lax",
  );
  expect(await copy.isSignedIn()).toBeFalse();
  expect((await copy.call("signOut")).status).toBe(401);
});

test("ends a session after 30 idle days, and after 90 days in any case", async () => {
  await using people = await PeopleUnderTest.create();
  const idle = await people.ada();
  const used = await signedIn(people);
  people.clock.advanceMs(30 * dayMs - 1);
  expect(await used.isSignedIn()).toBeTrue();
  people.clock.advanceMs(1);
  expect(await idle.isSignedIn()).toBeFalse();
  for (let day = 31; day <= 90; day++) {
    expect(await used.isSignedIn()).toBeTrue();
    people.clock.advanceMs(dayMs);
  }
  expect(await used.isSignedIn()).toBeFalse();
});

test("lists and revokes sessions one by one or all others at once, but not those of others", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const phone = await signedIn(people, "198.51.100.7");
  const laptop = await signedIn(people);
  const { sessions, server } = (await browser.call("showSession")).json;
  expect(server).toEqual({
    version: "1.2.3",
    cluster: false,
    public_url: null,
    activity_per_device: 200,
    sends_mail: false,
    map: null,
    share_frame_hosts: [],
    may_create_accounts: true,
  });
  expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([false, false, true]);
  const phoneSession = String(sessions[1].id);
  expect((await browser.call("revokeSession", undefined, { session: phoneSession })).status).toBe(204);
  expect([await phone.isSignedIn(), await laptop.isSignedIn()]).toEqual([false, true]);
  expect((await browser.call("revokeSession", undefined, { session: phoneSession })).status).toBe(404);
  const userId = await otherUser(people);
  await people.control.transact((tx) =>
    tx.updateTable("sessions").set({ user_id: userId }).where("id", "=", sessions[0].id).execute(),
  );
  const foreign = await browser.call("revokeSession", undefined, { session: String(sessions[0].id) });
  expect([foreign.status, await laptop.isSignedIn()]).toEqual([404, true]);
  const third = await signedIn(people);
  expect((await browser.call("revokeOtherSessions")).status).toBe(204);
  expect([await browser.isSignedIn(), await third.isSignedIn()]).toEqual([true, false]);
  expect(await laptop.isSignedIn()).toBeTrue();
});

async function otherUser({ control }: PeopleUnderTest): Promise<number> {
  const values = { uuid: crypto.randomUUID(), email: "bob@example.org", name: "Bob", password_hash: "" };
  const { id } = await control.transact((tx) =>
    tx
      .insertInto("users")
      .values({
        ...values,
        password_changed_at: 0,
        totp_sealed: null,
        totp_confirmed_at: null,
        created_at: 0,
      })
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return id;
}

test("requires the old password for a new one, and ends all other sessions", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const other = await signedIn(people);
  const password = "staple battery horse";
  const refused = await browser.call("changePassword", { old_password: "no idea", new_password: password });
  expect([refused.status, refused.json.errors[0].field]).toEqual([403, "old_password"]);
  const short = await browser.call("changePassword", {
    old_password: adaSignIn.password,
    new_password: "short",
  });
  expect([short.status, short.json.errors[0].field]).toEqual([422, "new_password"]);
  const body = { old_password: adaSignIn.password, new_password: password };
  expect((await browser.call("changePassword", body)).status).toBe(204);
  expect([await browser.isSignedIn(), await other.isSignedIn()]).toEqual([true, false]);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(401);
  expect((await people.browser().call("signIn", { ...adaSignIn, password })).status).toBe(201);
});

test("requires the password to change name and email, and refuses a malformed address", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const { password } = adaSignIn;
  expect((await browser.call("changeUser", { password: "no idea", name: "Eve" })).status).toBe(403);
  const malformed = await browser.call("changeUser", { password, email: "not an address" });
  expect([malformed.status, malformed.json.errors[0].field]).toEqual([422, "email"]);
  const changed = await browser.call("changeUser", { password, name: "Ada L" });
  expect(changed.json).toMatchObject({ name: "Ada L", email: "ada@example.org" });
});

test("slows down wrong attempts with Retry-After, even in a session, and allows them later", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  for (let n = 0; n <= pairPolicy.freeTries; n++) {
    expect((await browser.call("changeUser", { password: "no idea", name: "Eve" })).status).toBe(403);
  }
  const { status, headers, json } = await people.browser().call("signIn", adaSignIn);
  expect([status, headers["Retry-After"], json.code]).toEqual([429, "900", "too_many_tries"]);
  expect((await browser.call("startTotp", { password: adaSignIn.password })).status).toBe(429);
  people.clock.advanceMs(pairPolicy.delayMs);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(201);
  expect((await browser.call("startTotp", { password: adaSignIn.password })).status).toBe(201);
});

test("counts wrong attempts at one member of the installation at every other", async () => {
  await using people = await PeopleUnderTest.create();
  await people.ada();
  const members = [people.api, people.anotherMember()];
  const statuses: number[] = [];
  for (let n = 0; n < 2 * (pairPolicy.freeTries + 1); n++) {
    const thief = new TestBrowser(members[n % 2]!, { source: "198.51.100.7" });
    statuses.push((await thief.call("signIn", wrong)).status);
  }
  const looked = pairPolicy.freeTries + 1;
  expect(statuses).toEqual([...Array(looked).fill(401), ...Array(looked).fill(429)]);
});

test("lets an attacker with many sources not keep the owner out of a known source, even after signing out", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  await browser.call("signOut");
  people.clock.advanceMs(dayMs);
  for (let n = 0; n < 60; n++) await people.browser({ source: `10.0.0.${n}` }).call("signIn", wrong);
  const stranger = people.browser({ source: "198.51.100.7" });
  expect((await stranger.call("signIn", adaSignIn)).status).toBe(429);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(201);
});

test("refuses set-up and sign-in over plain HTTP from elsewhere", async () => {
  await using people = await PeopleUnderTest.create();
  await people.ada();
  for (const options of [
    { isSecure: false },
    { isSecure: false, source: "127.0.0.1", host: "weir.example.org" },
    { isSecure: false, source: "192.0.2.1", host: "localhost:8080" },
  ]) {
    const { status, json, headers } = await people.browser(options).call("signIn", adaSignIn);
    expect([status, json.code, headers["Set-Cookie"]]).toEqual([403, "https_needed", undefined]);
  }
});

test("lets pages of other sites neither sign anybody in nor act for a signed-in person", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ];
  for (const headers of foreign) {
    const page = people.browser({ headers });
    expect((await page.call("signIn", adaSignIn)).json.code).toBe("foreign_page");
    page.cookies.set("__Host-weir_session", browser.token);
    expect((await page.call("signOut")).json.code).toBe("foreign_page");
  }
  expect(await browser.isSignedIn()).toBeTrue();
});

test("applies preferences in another browser, and keeps settings that were left out", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const shown = async (by: TestBrowser) => (await by.call("showSession")).json.user.preferences;
  expect(await shown(browser)).toEqual({ time_zone: null, time_format: "auto", theme: "system" });
  const changed = await browser.call("changePreferences", { time_zone: "Europe/Berlin", theme: "dark" });
  const wanted = { time_zone: "Europe/Berlin", time_format: "auto", theme: "dark" };
  expect([changed.status, changed.json]).toEqual([200, wanted]);
  await browser.call("changePreferences", { time_format: "12h" });
  const elsewhere = await signedIn(people, "192.0.2.9");
  expect(await shown(elsewhere)).toEqual({ ...wanted, time_format: "12h" });
  await elsewhere.call("changePreferences", { time_zone: null });
  expect(await shown(browser)).toEqual({ time_zone: null, time_format: "12h", theme: "dark" });
});

test("refuses invalid preferences, and changes of an unknown person", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  for (const [field, value] of [
    ["time_zone", "Europe/Atlantis"],
    ["time_zone", ""],
    ["time_zone", 2],
    ["time_format", "13h"],
    ["theme", "pink"],
  ] as const) {
    const { status, json } = await browser.call("changePreferences", { [field]: value } as never);
    expect(status).toBe(422);
    expect(json.errors).toMatchObject([{ field }]);
  }
  expect((await people.browser().call("changePreferences", { theme: "dark" })).status).toBe(401);
});

test("audits what people change about themselves, without any secret", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  await people.browser().call("signIn", wrong);
  await people.browser().call("signIn", { ...wrong, email: "eve@example.org" });
  await browser.call("signIn", adaSignIn);
  await browser.call("changeUser", { password: adaSignIn.password, name: "Ada L" });
  const password = "staple battery horse";
  await browser.call("changePassword", { old_password: adaSignIn.password, new_password: password });
  const { token } = browser;
  await browser.call("signOut");
  const ada = "ada@example.org";
  expect(await actions(people)).toEqual([
    `${ada}: user.set-up ${ada}`,
    expect.stringContaining(`${ada}: account.create`),
    `: session.sign-in-failed ${ada}`,
    ": session.sign-in-failed eve@example.org",
    `${ada}: session.sign-in ${ada}`,
    `${ada}: user.update ${ada}`,
    `${ada}: password.change ${ada}`,
    `${ada}: session.sign-out ${ada}`,
  ]);
  const written = JSON.stringify([
    await people.control.db.selectFrom("audit_log").selectAll().execute(),
    people.logLines,
  ]);
  for (const secret of [adaSignIn.password, wrong.password, password, token, "argon2"]) {
    expect(written).not.toContain(secret);
  }
});

test("returns no token, hash or password in any answer, and stores neither token nor password", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const { text } = await browser.call("showSession");
  const again = await people.browser().call("signIn", adaSignIn);
  for (const answer of [text, again.text]) {
    for (const secret of [browser.token, "argon2", "hash", adaSignIn.password])
      expect(answer).not.toContain(secret);
  }
  expect(await people.isOnDisk("ada@example.org")).toBeTrue();
  for (const secret of [browser.token, adaSignIn.password]) expect(await people.isOnDisk(secret)).toBeFalse();
});
