import { expect, setDefaultTimeout, test } from "bun:test";
import { decodeBase32 } from "../../web/testing/test-base32.ts";
import { adaSignIn, PeopleUnderTest } from "../testing/test-browser.ts";
import { pairPolicy } from "./sign-in-throttle.ts";
import { codeNow, enrol, wrongCode } from "./test-second-factor.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

test("does not ask for an unconfirmed seed, nor confirm it by a wrong code", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  expect((await browser.call("confirmTotp", { code: "123456" })).json.code).toBe("no_totp_started");
  expect((await browser.call("startTotp", { password: "no idea" })).status).toBe(403);
  const { json } = await browser.call("startTotp", { password: adaSignIn.password });
  expect(json.uri).toContain(json.secret);
  const refused = await browser.call("confirmTotp", { code: wrongCode(people, decodeBase32(json.secret)) });
  expect([refused.status, refused.json.errors[0].field]).toEqual([403, "code"]);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(201);
});

test("asks for a one-time password only after a correct password", async () => {
  await using people = await PeopleUnderTest.create();
  const { seed, browser } = await enrol(people);
  expect((await browser.call("showSession")).json.user).toMatchObject({
    totp: true,
    recovery_codes_left: 10,
  });
  const other = people.browser();
  const wrongPassword = { ...adaSignIn, password: "no idea" };
  expect((await other.call("signIn", wrongPassword)).json.code).toBe("wrong_credentials");
  expect((await other.call("signIn", { ...wrongPassword, totp: codeNow(people, seed) })).json.code).toBe(
    "wrong_credentials",
  );
  const asked = await other.call("signIn", adaSignIn);
  expect([asked.status, asked.json.code, other.cookies.size]).toEqual([401, "totp_needed", 0]);
  const wrong = await other.call("signIn", { ...adaSignIn, totp: wrongCode(people, seed) });
  expect([wrong.status, wrong.json.code, other.cookies.size]).toEqual([401, "wrong_code", 0]);
  expect((await other.call("signIn", { ...adaSignIn, totp: codeNow(people, seed) })).status).toBe(201);
});

test("accepts a one-time password once, even if it comes twice at the same time", async () => {
  await using people = await PeopleUnderTest.create();
  const { seed } = await enrol(people);
  const body = { ...adaSignIn, totp: codeNow(people, seed) };
  const answers = await Promise.all([1, 2, 3].map(() => people.browser().call("signIn", body)));
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 401, 401]);
});

test("does not accept the confirming code again", async () => {
  await using people = await PeopleUnderTest.create();
  const { seed } = await enrol(people);
  people.clock.advanceMs(-60_000);
  const answer = await people.browser().call("signIn", { ...adaSignIn, totp: codeNow(people, seed) });
  expect(answer.json.code).toBe("wrong_code");
});

test("accepts each recovery code once, however it is written", async () => {
  await using people = await PeopleUnderTest.create();
  const { codes, browser } = await enrol(people);
  expect(codes).toHaveLength(10);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);
  const [first, second] = codes;
  const use = (recovery_code: string) => people.browser().call("signIn", { ...adaSignIn, recovery_code });
  expect((await use(first!)).status).toBe(201);
  expect((await use(first!)).json.code).toBe("wrong_code");
  expect((await use(second!.replaceAll("-", " ").toUpperCase())).status).toBe(201);
  expect((await browser.call("showSession")).json.user.recovery_codes_left).toBe(8);
});

test("slows down guessing of codes, even with requests without one in between", async () => {
  await using people = await PeopleUnderTest.create();
  const { seed } = await enrol(people);
  const thief = people.browser({ source: "198.51.100.7" });
  const statuses: number[] = [];
  for (let n = 0; n < pairPolicy.freeTries + 3; n++) {
    await thief.call("signIn", adaSignIn);
    statuses.push((await thief.call("signIn", { ...adaSignIn, totp: wrongCode(people, seed) })).status);
  }
  expect(statuses).toEqual([...Array(pairPolicy.freeTries + 1).fill(401), 429, 429]);
});

test("requires the password and a code for new recovery codes, and invalidates the old ones", async () => {
  await using people = await PeopleUnderTest.create();
  const { password } = adaSignIn;
  const { browser, seed, codes } = await enrol(people);
  const renew = (body: object) => browser.call("renewRecoveryCodes", body);
  expect((await renew({ password })).status).toBe(403);
  expect((await renew({ password, totp: wrongCode(people, seed) })).json.code).toBe("wrong_code");
  expect((await renew({ password: "no idea", totp: codeNow(people, seed) })).json.code).toBe(
    "wrong_password",
  );
  const renewed = await renew({ password, totp: codeNow(people, seed) });
  expect(renewed.status).toBe(200);
  const fresh: string[] = renewed.json.recovery_codes;
  expect(fresh).toHaveLength(10);
  expect((await browser.call("showSession")).json.user.recovery_codes_left).toBe(10);
  const use = (recovery_code: string) => people.browser().call("signIn", { ...adaSignIn, recovery_code });
  expect((await use(codes[0]!)).json.code).toBe("wrong_code");
  expect((await use(fresh[0]!)).status).toBe(201);
});

test("has no recovery codes without two-step sign-in", async () => {
  await using people = await PeopleUnderTest.create();
  const browser = await people.ada();
  const answer = await browser.call("renewRecoveryCodes", { password: adaSignIn.password });
  expect([answer.status, answer.json.code]).toEqual([409, "totp_off"]);
});

test("requires the password and a code to turn it off, and leaves nothing behind", async () => {
  await using people = await PeopleUnderTest.create();
  const { browser, seed, codes } = await enrol(people);
  const { password } = adaSignIn;
  expect((await browser.call("startTotp", { password })).json.code).toBe("totp_already_on");
  expect((await browser.call("disableTotp", { password })).status).toBe(403);
  expect((await browser.call("disableTotp", { password, totp: wrongCode(people, seed) })).status).toBe(403);
  expect((await browser.call("disableTotp", { password: "no idea", recovery_code: codes[0] })).status).toBe(
    403,
  );
  expect((await browser.call("disableTotp", { password, totp: codeNow(people, seed) })).status).toBe(204);
  expect((await browser.call("disableTotp", { password })).json.code).toBe("totp_off");
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(201);
  expect(await people.control.db.selectFrom("recovery_codes").selectAll().execute()).toEqual([]);
});

test("stores seed and recovery codes readable neither in the database nor in the audit log", async () => {
  await using people = await PeopleUnderTest.create();
  const { seed, codes, browser } = await enrol(people);
  await people.browser().call("signIn", { ...adaSignIn, recovery_code: codes[0] });
  const { password } = adaSignIn;
  const renewed = await browser.call("renewRecoveryCodes", { password, recovery_code: codes[1] });
  const fresh: string[] = renewed.json.recovery_codes;
  await browser.call("disableTotp", { password, recovery_code: fresh[0] });
  const { db } = people.control;
  const rows = JSON.stringify([await db.selectFrom("audit_log").selectAll().execute(), people.logLines]);
  for (const secret of [...codes, ...fresh].flatMap((code) => [code, code.replaceAll("-", "")])) {
    expect(rows).not.toContain(secret);
    expect(await people.isOnDisk(secret)).toBeFalse();
  }
  const actions = await db.selectFrom("audit_log").select("action").orderBy("id").execute();
  expect(actions.map(({ action }) => action)).toEqual([
    "user.set-up",
    "account.create",
    "totp.start",
    "totp.enable",
    "session.sign-in",
    "totp.renew-recovery-codes",
    "totp.disable",
  ]);
  await browser.call("startTotp", { password: adaSignIn.password });
  const { totp_sealed: sealed } = await db
    .selectFrom("users")
    .select("totp_sealed")
    .executeTakeFirstOrThrow();
  expect(Buffer.from(sealed!).includes(Buffer.from(seed))).toBeFalse();
});
