import { expect, setDefaultTimeout, test } from "bun:test";
import { proofAgeMaxMinutes } from "@weir/protocol/manage/proof-age";
import { decodeBase32 } from "../../web/testing/test-base32.ts";
import { adaSignIn, PeopleUnderTest, type TestBrowser } from "../testing/test-browser.ts";
import { pairPolicy } from "./sign-in-throttle.ts";
import { codeNow, enrol, wrongCode } from "./test-second-factor.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

const proofAgeMaxMs = proofAgeMaxMinutes * 60_000;

async function adaAtWork() {
  const people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const { json } = await browser.call("showSession");
  const params = { account: json.accounts[0].uuid as string };
  let made = 0;
  const createKey = async (by: TestBrowser = browser) => {
    const body = { name: `Key ${++made}`, scopes: ["devices:read"] };
    const answer = await by.call("createApiKey", body, params);
    return answer.json.code ?? answer.status;
  };
  return { people, browser, params, createKey };
}

test("accepts signing in as a proof for 15 minutes, then asks for a password", async () => {
  const { people, browser, createKey } = await adaAtWork();
  await using _ = people;
  people.clock.advanceMs(proofAgeMaxMs);
  expect(await createKey()).toBe(201);
  people.clock.advanceMs(1);
  expect(await createKey()).toBe("proof_needed");
  const wrong = await browser.call("giveProof", { password: "no idea" });
  expect([wrong.status, wrong.json.code, wrong.json.errors[0].field]).toEqual([
    403,
    "wrong_password",
    "password",
  ]);
  expect(await createKey()).toBe("proof_needed");
  const given = await browser.call("giveProof", { password: adaSignIn.password });
  expect(given.status).toBe(200);
  expect(Date.parse(given.json.proved_until)).toBe(people.clock.nowMs() + proofAgeMaxMs);
  expect(await createKey()).toBe(201);
});

test("accepts a proof only in the session it was given in", async () => {
  const { people, browser, createKey } = await adaAtWork();
  await using _ = people;
  const thief = people.browser();
  await thief.call("signIn", adaSignIn);
  people.clock.advanceMs(proofAgeMaxMs + 1);
  await browser.call("giveProof", { password: adaSignIn.password });
  expect([await createKey(), await createKey(thief)]).toEqual([201, "proof_needed"]);
});

test("accepts a code of the authenticator once as a proof, and counts wrong ones towards the lock", async () => {
  await using people = await PeopleUnderTest.create();
  const { browser, seed } = await enrol(people);
  const params = { account: (await browser.call("showSession")).json.accounts[0].uuid as string };
  people.clock.advanceMs(proofAgeMaxMs + 1);
  const invite = async () =>
    (await browser.call("createInvitation", { email: "bob@example.org", role: "owner" }, params)).json;
  expect(await invite()).toMatchObject({ code: "proof_needed" });
  const wrong = await browser.call("giveProof", { totp: wrongCode(people, seed) });
  expect([wrong.status, wrong.json.errors[0].field]).toEqual([403, "totp"]);
  const { wrong_codes: wrongCodes } = await people.control.db
    .selectFrom("users")
    .select("wrong_codes")
    .executeTakeFirstOrThrow();
  expect(wrongCodes).toBe(1);
  const code = codeNow(people, seed);
  expect((await browser.call("giveProof", { totp: code })).status).toBe(200);
  expect(await invite()).toMatchObject({ email: "bob@example.org" });
  expect((await browser.call("giveProof", { totp: code })).json.code).toBe("wrong_code");
});

test("counts all wrong codes that are sent at once", async () => {
  await using people = await PeopleUnderTest.create();
  const { browser, seed } = await enrol(people);
  const guesses = Array.from({ length: pairPolicy.freeTries }, () =>
    browser.call("giveProof", { totp: wrongCode(people, seed) }),
  );
  for (const { status } of await Promise.all(guesses)) expect(status).toBe(403);
  const users = people.control.db.selectFrom("users").select("wrong_codes");
  expect(await users.executeTakeFirstOrThrow()).toEqual({ wrong_codes: pairPolicy.freeTries });
});

test("slows down wrong codes for a new authenticator like sign-ins", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const { json } = await browser.call("startTotp", { password: adaSignIn.password });
  const code = wrongCode(people, decodeBase32(json.secret));
  const statuses: number[] = [];
  for (let n = 0; n < pairPolicy.freeTries + 2; n++) {
    statuses.push((await browser.call("confirmTotp", { code })).status);
  }
  expect(statuses).toEqual([...Array(pairPolicy.freeTries + 1).fill(403), 429]);
});

test("slows down wrong proofs like sign-ins", async () => {
  const { people, browser } = await adaAtWork();
  await using _ = people;
  const statuses: number[] = [];
  for (let n = 0; n < pairPolicy.freeTries + 2; n++) {
    statuses.push((await browser.call("giveProof", { password: "no idea" })).status);
  }
  expect(statuses).toEqual([...Array(pairPolicy.freeTries + 1).fill(403), 429]);
});

test("serves routes that need no proof with an old one", async () => {
  const { people, browser, params } = await adaAtWork();
  await using _ = people;
  people.clock.advanceMs(proofAgeMaxMs * 2);
  expect((await browser.call("listMembers", undefined, params)).status).toBe(200);
  expect((await browser.call("listSecrets", undefined, params)).status).toBe(200);
});
