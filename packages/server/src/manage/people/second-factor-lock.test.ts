import { expect, setDefaultTimeout, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { adaSignIn, PeopleUnderTest, type TestBrowser } from "../testing/test-browser.ts";
import { turnOffTotp } from "./operator-users.ts";
import { issuePasswordReset, resetPassword } from "./password-reset.ts";
import { wrongCodesMax } from "./second-factor.ts";
import { KeptMails } from "./test-people-api.ts";
import { codeNow, enrol, wrongCode } from "./test-second-factor.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(120_000);

const hourMs = 3_600_000;

/** Waits between guesses, so that the throttle never interferes. Returns the codes of the problems. */
async function guess(people: PeopleUnderTest, thief: TestBrowser, seed: Uint8Array, times: number) {
  const problems: string[] = [];
  for (let n = 0; n < times; n++) {
    people.clock.advanceMs(hourMs);
    const answer = await thief.call("signIn", { ...adaSignIn, totp: wrongCode(people, seed) });
    problems.push(answer.json.code);
  }
  return problems;
}

async function lockedOut(mails = new KeptMails()) {
  const people = await PeopleUnderTest.create(mails);
  const { seed, codes } = await enrol(people);
  const thief = people.browser({ source: "198.51.100.7" });
  const problems = await guess(people, thief, seed, wrongCodesMax);
  const signIn = (factor: object, password = adaSignIn.password) =>
    people.browser().call("signIn", { ...adaSignIn, password, ...factor });
  return { people, seed, codes, thief, problems, signIn, mails };
}

test("accepts no code after 20 wrong ones, and mails the person", async () => {
  const { people, seed, problems, signIn, mails } = await lockedOut();
  await using _ = people;
  expect(problems).toEqual([...Array(wrongCodesMax - 1).fill("wrong_code"), "second_factor_locked"]);
  const right = await signIn({ totp: codeNow(people, seed) });
  expect([right.status, right.json.code]).toEqual([401, "second_factor_locked"]);
  expect((await signIn({})).json.code).toBe("second_factor_locked");
  const subject = "Too many wrong sign-in codes for Weir";
  await waitUntil("the person is told", () => mails.mails.some((mail) => mail.subject === subject));
  expect(mails.mails.filter((mail) => mail.subject === subject)).toHaveLength(1);
});

test("keeps the count in control.db, where no restart loses it", async () => {
  const { people } = await lockedOut();
  await using _ = people;
  const user = await people.control.db.selectFrom("users").select("wrong_codes").executeTakeFirstOrThrow();
  expect(user.wrong_codes).toBe(wrongCodesMax);
});

test("signs in with a recovery code, and then accepts codes again", async () => {
  const { people, seed, codes, signIn } = await lockedOut();
  await using _ = people;
  expect((await signIn({ recovery_code: codes[0] })).status).toBe(201);
  people.clock.advanceMs(60_000);
  expect((await signIn({ totp: codeNow(people, seed) })).status).toBe(201);
});

test("does not change with a wrong recovery code or a wrong password", async () => {
  const { people, seed, signIn, thief } = await lockedOut();
  await using _ = people;
  expect((await signIn({ recovery_code: "aaaa-aaaa-aaaa-aaaa" })).json.code).toBe("wrong_code");
  expect((await thief.call("signIn", { ...adaSignIn, password: "no idea" })).json.code).toBe(
    "wrong_credentials",
  );
  expect((await signIn({ totp: codeNow(people, seed) })).json.code).toBe("second_factor_locked");
});

test("accepts codes again after a password is set by an emailed link, which confirms the mailbox", async () => {
  const { people, seed, signIn } = await lockedOut();
  await using _ = people;
  await people.control.transact((tx) => tx.updateTable("users").set({ email_verified_at: 1 }).execute());
  const issued = await issuePasswordReset(people.control, adaSignIn.email, { isMailed: true });
  const password = "seven tall poplars";
  expect((await resetPassword(people.control, issued!.token, password)).ok).toBeTrue();
  expect((await signIn({ totp: codeNow(people, seed) }, password)).status).toBe(201);
});

test("is not lifted by a link to an unverified address, but by one from the operator", async () => {
  const { people, seed, codes, signIn } = await lockedOut();
  await using _ = people;
  const reset = async (isMailed: boolean, password: string) => {
    const issued = await issuePasswordReset(people.control, adaSignIn.email, { isMailed });
    expect((await resetPassword(people.control, issued!.token, password)).ok).toBeTrue();
    return (await signIn({ totp: codeNow(people, seed) }, password)).json.code ?? "signed in";
  };
  expect(await reset(true, "seven tall poplars")).toBe("second_factor_locked");
  expect((await signIn({ recovery_code: codes[0] }, "seven tall poplars")).status).toBe(201);
  await people.control.transact((tx) =>
    tx.updateTable("users").set({ wrong_codes: wrongCodesMax }).execute(),
  );
  expect(await reset(false, "eight tall poplars")).toBe("signed in");
});

test("is lifted when the operator turns the second factor off", async () => {
  const { people, signIn } = await lockedOut();
  await using _ = people;
  const users = people.control.db.selectFrom("users").select(["id", "email"]);
  await turnOffTotp(people.control, await users.executeTakeFirstOrThrow());
  expect((await signIn({})).status).toBe(201);
});

test("is not reset by changing the password in a stolen session, where wrong codes count, too", async () => {
  await using people = await PeopleUnderTest.create();
  const { browser, seed } = await enrol(people);
  const count = async () =>
    (await people.control.db.selectFrom("users").select("wrong_codes").executeTakeFirstOrThrow()).wrong_codes;
  const { password } = adaSignIn;
  const wrong = { password, totp: wrongCode(people, seed) };
  expect((await browser.call("disableTotp", wrong)).json.code).toBe("wrong_code");
  expect((await browser.call("renewRecoveryCodes", wrong)).json.code).toBe("wrong_code");
  const change = { old_password: password, new_password: "seven tall poplars" };
  expect((await browser.call("changePassword", change)).status).toBe(204);
  expect(await count()).toBe(2);
});
