import { expect, setDefaultTimeout, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { decodeBase32 } from "../../web/testing/test-base32.ts";
import type { Mailer } from "../core/mailer.ts";
import { adaSignIn, PeopleUnderTest } from "../testing/test-browser.ts";
import { issuePasswordReset } from "./password-reset.ts";
import { noticesPerAddressMax } from "./people-limits.ts";
import { KeptMails, PeopleApi } from "./test-people-api.ts";
import { stepAt, totpCode } from "./totp.ts";

setDefaultTimeout(60_000);

const subjects = ({ mails }: KeptMails) => mails.map(({ to, subject }) => `${to}: ${subject}`);

test("mails people about a changed password, second factor and recovery codes", async () => {
  const kept = new KeptMails();
  await using people = await PeopleUnderTest.create(kept);
  const browser = await people.ada();
  const next = async (subject: string) => {
    await waitUntil(subject, () => subjects(kept).includes(`ada@example.org: ${subject}`));
  };
  const newPassword = "purple walrus sings";
  const passwords = { old_password: adaSignIn.password, new_password: newPassword };
  expect((await browser.call("changePassword", passwords)).status).toBe(204);
  await next("Your Weir password was changed");
  const { json } = await browser.call("startTotp", { password: newPassword });
  const code = () => totpCode(decodeBase32(json.secret), stepAt(people.clock.nowMs()));
  expect((await browser.call("confirmTotp", { code: code() })).status).toBe(200);
  await next("Two-step sign-in was turned on for Weir");
  people.clock.advanceMs(60_000);
  const renewed = await browser.call("renewRecoveryCodes", { password: newPassword, totp: code() });
  await next("Your Weir recovery codes were replaced");
  const [recoveryCode] = renewed.json.recovery_codes;
  const off = { password: newPassword, recovery_code: recoveryCode };
  expect((await browser.call("disableTotp", off)).status).toBe(204);
  await next("Two-step sign-in was turned off for Weir");
  expect(kept.mails.at(-1)!.text).toContain("From: 192.0.2.1\nBrowser or program: Test/1.0");
});

test("mails people about a password that was reset with a link", async () => {
  const kept = new KeptMails();
  await using people = await PeopleApi.create(kept);
  await people.add("ada@example.org", await people.api.addAccount("Plant"));
  const issued = await issuePasswordReset(people.api.control, "ada@example.org");
  const body = { token: issued!.token, password: "purple walrus sings" };
  expect((await people.call(null, null, "resetPassword", { body })).status).toBe(204);
  const told = "ada@example.org: Your Weir password was changed";
  await waitUntil("the mail is there", () => subjects(kept).includes(told));
});

test("mails people about a sign-in from a new place, and not from a known one", async () => {
  const kept = new KeptMails();
  await using people = await PeopleUnderTest.create(kept);
  await people.ada();
  await people.browser().call("signIn", adaSignIn);
  await people.browser({ source: "198.51.100.7" }).call("signIn", adaSignIn);
  await people.browser({ source: "198.51.100.7" }).call("signIn", adaSignIn);
  await waitUntil("the mail is there", () => kept.mails.length > 1);
  expect(subjects(kept).slice(1)).toEqual(["ada@example.org: New sign-in to Weir"]);
  expect(kept.mails[1]!.text).toContain("From: 198.51.100.7");
});

test("mails people about API keys that they create and revoke", async () => {
  const kept = new KeptMails();
  await using people = await PeopleApi.create(kept);
  const plant = await people.api.addAccount("Plant");
  const ada = await people.add("ada@example.org", plant);
  const body = { name: "Grafana", scopes: ["account:read"] };
  const made = await people.call(ada, plant, "createApiKey", { body });
  await waitUntil("the mail is there", () => kept.mails.length === 1);
  expect(kept.mails[0]!.text).toContain('The API key "Grafana" was created in the account "Plant"');
  expect(kept.mails[0]!.text).not.toContain(made.json.key);
  await people.call(ada, plant, "revokeApiKey", { params: { key: made.json.uuid } });
  await waitUntil("the mail is there", () => kept.mails.length === 2);
  expect(subjects(kept)[1]).toBe("ada@example.org: An API key was revoked in Weir");
});

test("answers without waiting for the mail server, whose failure breaks nothing", async () => {
  const stuck = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const mailer: Mailer = {
    send() {
      begun.resolve();
      return stuck.promise;
    },
  };
  await using people = await PeopleUnderTest.create(mailer);
  const browser = await people.ada();
  const passwords = { old_password: adaSignIn.password, new_password: "purple walrus sings" };
  expect((await browser.call("changePassword", passwords)).status).toBe(204);
  await begun.promise;
  stuck.reject(new Error("no connection"));
  await waitUntil("it is logged", () => people.logLines.join().includes("a mail could not be sent"));
});

test("limits the notices to one mailbox", async () => {
  const kept = new KeptMails();
  await using people = await PeopleApi.create(kept);
  const plant = await people.api.addAccount("Plant");
  const ada = await people.add("ada@example.org", plant);
  const eve = await people.add("eve@example.org", plant);
  for (let n = 0; n < noticesPerAddressMax + 3; n++) {
    const body = { name: `Key ${n}`, scopes: ["account:read"] };
    expect((await people.call(ada, plant, "createApiKey", { body })).status).toBe(201);
  }
  await people.call(eve, plant, "createApiKey", { body: { name: "Eve's", scopes: ["account:read"] } });
  await waitUntil("eve has hers", () => kept.mails.some(({ to }) => to === "eve@example.org"));
  expect(kept.mails.filter(({ to }) => to === "ada@example.org")).toHaveLength(noticesPerAddressMax);
});
