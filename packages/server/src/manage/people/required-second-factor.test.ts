import { expect, setDefaultTimeout, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { adaSignIn, PeopleUnderTest } from "../testing/test-browser.ts";
import { enrol } from "./test-second-factor.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

const bobsPassword = "seven tall poplars";

/** Ada owns the account and has a second factor. Bob is another owner without one. */
async function adaAndBob() {
  const people = await PeopleUnderTest.create();
  const { browser: ada } = await enrol(people);
  const { uuid } = (await ada.call("showSession")).json.accounts[0];
  const params = { account: uuid as string };
  const invited = await ada.call("createInvitation", { email: "bob@example.org", role: "owner" }, params);
  const bob = people.browser();
  const { token } = invited.json;
  const joined = await bob.call("acceptInvitation", { token, name: "Bob", password: bobsPassword });
  expect(joined.status).toBe(200);
  const require = (required: boolean) => ada.call("requireSecondFactor", { required }, params);
  return { people, ada, bob, params, require };
}

test("lets only an owner with a second factor require it", async () => {
  const { people, bob, params } = await adaAndBob();
  await using _ = people;
  const refused = await bob.call("requireSecondFactor", { required: true }, params);
  expect([refused.status, refused.json.code]).toEqual([409, "totp_off"]);
});

test("refuses a member without one everywhere in the account, with the next request", async () => {
  const { people, ada, bob, params, require } = await adaAndBob();
  await using _ = people;
  expect((await bob.call("listMembers", undefined, params)).status).toBe(200);
  expect((await require(true)).status).toBe(204);
  for (const name of ["showAccount", "listMembers", "listApiKeys", "listSecrets", "leaveAccount"] as const) {
    const { status, json } = await bob.call(name, undefined, params);
    expect({ name, status, code: json.code }).toEqual({ name, status: 403, code: "second_factor_needed" });
  }
  expect((await ada.call("listMembers", undefined, params)).status).toBe(200);
  const { accounts, user } = (await bob.call("showSession")).json;
  expect([accounts[0].second_factor_required, user.totp]).toEqual([true, false]);
});

test("has the account in the path of every route of an account, so that none is left out", () => {
  const routes = Object.values<Route>(manageRoutes).filter(({ path }) => path.startsWith("/accounts/"));
  expect(routes.filter(({ path }) => !path.startsWith("/accounts/{account}"))).toEqual([]);
});

test("admits members who set one up, and refuses members who turn it off", async () => {
  const { people, bob, params, require } = await adaAndBob();
  await using _ = people;
  await require(true);
  const enrolled = await enrol(people, bob, bobsPassword);
  expect((await bob.call("listMembers", undefined, params)).status).toBe(200);
  const off = { password: bobsPassword, recovery_code: enrolled.codes[0] };
  expect((await bob.call("disableTotp", off)).status).toBe(204);
  expect((await bob.call("listMembers", undefined, params)).json.code).toBe("second_factor_needed");
});

test("leaves API keys working, lets the owner lift the requirement, and audits both", async () => {
  const { people, ada, bob, params, require } = await adaAndBob();
  await using _ = people;
  const made = await ada.call("createApiKey", { name: "Export", scopes: ["account:read"] }, params);
  await require(true);
  const program = people.browser({ headers: { authorization: `Bearer ${made.json.key}` } });
  expect((await program.call("showAccount", undefined, params)).status).toBe(200);
  expect((await require(false)).status).toBe(204);
  expect((await bob.call("listMembers", undefined, params)).status).toBe(200);
  const audited = await people.control.db
    .selectFrom("audit_log")
    .select(["action", "actor"])
    .where("action", "in", ["account.require-second-factor", "account.allow-one-factor"])
    .execute();
  expect(audited).toEqual([
    { action: "account.require-second-factor", actor: adaSignIn.email },
    { action: "account.allow-one-factor", actor: adaSignIn.email },
  ]);
});
