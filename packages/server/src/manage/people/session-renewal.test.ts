import { expect, setDefaultTimeout, test } from "bun:test";
import { adaSignIn, PeopleUnderTest, type TestBrowser } from "../testing/test-browser.ts";
import { codeNow, enrol } from "./test-second-factor.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

/** Makes a change, and returns who is signed in afterwards: the browser, a thief with its old cookie, a phone. */
async function after(
  people: PeopleUnderTest,
  { browser, phone }: { browser: TestBrowser; phone: TestBrowser },
  change: () => Promise<{ status: number }>,
) {
  const before = browser.token;
  const thief = people.browser();
  thief.cookies.set("__Host-weir_session", before);
  expect(await thief.isSignedIn()).toBeTrue();
  expect((await change()).status).toBeLessThan(300);
  expect(browser.token).not.toBe(before);
  return [await browser.isSignedIn(), await thief.isSignedIn(), await phone.isSignedIn()];
}

test("gives the session a new token after a new password and ends every other", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const phone = people.browser();
  await phone.call("signIn", adaSignIn);
  const body = { old_password: adaSignIn.password, new_password: "seven tall poplars" };
  const signedIn = await after(people, { browser, phone }, () => browser.call("changePassword", body));
  expect(signedIn).toEqual([true, false, false]);
});

test("gives the session a new token when the second factor is turned off, and ends every other", async () => {
  await using people = await PeopleUnderTest.create();
  const { browser, seed } = await enrol(people);
  const phone = people.browser();
  await phone.call("signIn", { ...adaSignIn, totp: codeNow(people, seed) });
  people.clock.advanceMs(60_000);
  const body = { password: adaSignIn.password, totp: codeNow(people, seed) };
  const signedIn = await after(people, { browser, phone }, () => browser.call("disableTotp", body));
  expect(signedIn).toEqual([true, false, false]);
});

test("gives the session a new token when the second factor is turned on, and ends every other", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const old = browser.token;
  const phone = people.browser();
  await phone.call("signIn", adaSignIn);
  const { browser: enrolled } = await enrol(people, browser);
  expect(enrolled.token).not.toBe(old);
  expect([await enrolled.isSignedIn(), await phone.isSignedIn()]).toEqual([true, false]);
});

test("ends every session when signing out everywhere, including this one", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const phone = people.browser();
  await phone.call("signIn", adaSignIn);
  const stolen = people.browser();
  stolen.cookies.set("__Host-weir_session", browser.token);
  expect((await browser.call("signOutEverywhere")).status).toBe(204);
  expect(browser.cookies.size).toBe(0);
  expect([await stolen.isSignedIn(), await phone.isSignedIn()]).toEqual([false, false]);
  const actions = await people.control.db.selectFrom("audit_log").select("action").execute();
  expect(actions.at(-1)).toEqual({ action: "session.revoke-all" });
});
