import { expect, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import type { Mail, Mailer } from "../core/mailer.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { issuePasswordReset } from "./password-reset.ts";
import { resetMailsPerAddressMax, resetsPerSourceMax } from "./people-limits.ts";
import { KeptMails, PeopleApi, type TestPerson, testPassword } from "./test-people-api.ts";

const newPassword = "a new password of mine";

async function scene(mailer: Mailer | null = new KeptMails()) {
  const people = await PeopleApi.create(mailer);
  const plant = await people.api.addAccount("Plant");
  const ada = await people.add("ada@example.org", plant);
  const eve = await people.add("eve@example.org", plant);
  const ask = (email: string) => people.call(null, null, "requestPasswordReset", { body: { email } });
  const reset = (token: string, password = newPassword) =>
    people.call(null, null, "resetPassword", { body: { token, password } });
  const isSignedIn = async (who: TestPerson) => (await people.call(who, plant, "showAccount")).status === 200;
  const hasPassword = async (who: TestPerson, password: string) => {
    const users = people.api.control.db.selectFrom("users").select("password_hash").where("id", "=", who.id);
    return Bun.password.verify(password, (await users.executeTakeFirstOrThrow()).password_hash);
  };
  return { people, plant, ada, eve, ask, reset, isSignedIn, hasPassword };
}

function tokenIn({ text }: Mail): string {
  return /\/reset-password#(\S+)/.exec(text)![1]!;
}

test("sets a new password once with the mailed link, and signs the person out everywhere", async () => {
  const mailer = new KeptMails();
  const { people, ada, eve, ask, reset, isSignedIn, hasPassword } = await scene(mailer);
  await using _ = people;
  const asked = await ask(" ADA@example.org ");
  expect(asked.json).toEqual({ mail_is_set_up: true });
  await waitUntil("the mail is there", () => mailer.mails.length === 1);
  const [mail] = mailer.mails;
  expect(mail).toMatchObject({ to: "ada@example.org", subject: "Reset your Weir password" });
  const token = tokenIn(mail!);
  expect(mail!.text).toContain(`http://127.0.0.1:8080/reset-password#${token}\n`);
  expect((await reset(token)).status).toBe(204);
  expect(await hasPassword(ada, newPassword)).toBe(true);
  expect([await isSignedIn(ada), await isSignedIn(eve)]).toEqual([false, true]);
  expect((await reset(token, "yet another one")).json).toMatchObject({ status: 410, code: "reset_gone" });
  expect(await hasPassword(ada, newPassword)).toBe(true);
});

test("refuses an easily guessed password, including the person's own address, and keeps the link", async () => {
  const { people, ada, reset, hasPassword } = await scene();
  await using _ = people;
  const { token } = (await issuePasswordReset(people.api.control, ada.email))!;
  for (const password of ["aaaaaaaaaaaa", ada.email]) {
    const refused = await reset(token, password);
    expect(refused.json).toMatchObject({
      status: 422,
      code: "bad_password",
      errors: [{ field: "password", message: expect.stringContaining("too easy to guess") }],
    });
  }
  expect((await reset(token)).status).toBe(204);
  expect(await hasPassword(ada, newPassword)).toBe(true);
});

test("answers the same for an unknown address, and sends and keeps nothing", async () => {
  const mailer = new KeptMails();
  const { people, ask } = await scene(mailer);
  await using _ = people;
  const unknown = await ask("nobody@example.org");
  const known = await ask("ada@example.org");
  expect({ ...unknown, json: null }).toEqual({ ...known, json: null });
  await waitUntil("the mail is there", () => mailer.mails.length === 1);
  const kept = await people.api.control.db.selectFrom("password_resets").selectAll().execute();
  expect(kept).toHaveLength(1);
  expect((await people.audited()).map(({ action }) => action)).toEqual(["password.reset-request"]);
});

test("answers without waiting for the look-up or the mail", async () => {
  const sending = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<void>();
  const mailer: Mailer = {
    send() {
      begun.resolve();
      return sending.promise;
    },
  };
  const { people, ask } = await scene(mailer);
  await using _ = people;
  expect((await ask("ada@example.org")).status).toBe(202);
  await begun.promise;
  sending.reject(new Error("no connection"));
  await waitUntil("it is logged", () => people.api.logLines.join().includes("a mail could not be sent"));
});

test("expires a link after an hour, and stores only its hash", async () => {
  const { people, ada, reset, isSignedIn } = await scene();
  await using _ = people;
  const { token } = (await issuePasswordReset(people.api.control, ada.email))!;
  const row = await people.api.control.db.selectFrom("password_resets").selectAll().executeTakeFirstOrThrow();
  expect(Buffer.from(row.token_hash)).toEqual(Buffer.from(hashSecret(token)));
  expect(await people.everythingKept()).not.toContain(token);
  people.api.clock.advanceMs(3_600_000);
  expect((await reset(token)).json).toMatchObject({ status: 410, code: "reset_gone" });
  expect((await reset("never-was")).json).toMatchObject({ status: 410, code: "reset_gone" });
  expect(await isSignedIn(ada)).toBe(true);
});

test("keeps the first link valid after a second, and ends both when one is used", async () => {
  const { people, ada, eve, reset } = await scene();
  await using _ = people;
  const { control } = people.api;
  const first = (await issuePasswordReset(control, ada.email))!;
  const second = (await issuePasswordReset(control, ada.email))!;
  const other = (await issuePasswordReset(control, eve.email))!;
  expect((await reset(first.token)).status).toBe(204);
  expect((await reset(second.token)).status).toBe(410);
  expect((await reset(other.token)).status).toBe(204);
});

test("sets the password once if a link is used twice at the same moment", async () => {
  const { people, ada, reset } = await scene();
  await using _ = people;
  const { token } = (await issuePasswordReset(people.api.control, ada.email))!;
  const tries = await Promise.all(
    ["seven tall poplars", "staple battery horse"].map((word) => reset(token, word)),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([204, 410]);
});

test("refuses a password that is too short, and keeps the link", async () => {
  const { people, ada, reset, hasPassword } = await scene();
  await using _ = people;
  const { token } = (await issuePasswordReset(people.api.control, ada.email))!;
  expect((await reset(token, "short")).json).toMatchObject({ status: 422, errors: [{ field: "password" }] });
  expect(await hasPassword(ada, testPassword)).toBe(true);
  expect((await reset(token)).status).toBe(204);
});

test("silently limits the mails to an address per hour", async () => {
  const mailer = new KeptMails();
  const { people, ask } = await scene(mailer);
  await using _ = people;
  for (let n = 0; n < resetMailsPerAddressMax + 2; n++) {
    expect((await ask(n % 2 ? "Ada@example.org" : "ada@example.org")).status).toBe(202);
  }
  await ask("eve@example.org");
  const mailsTo = (address: string) => mailer.mails.filter(({ to }) => to === address).length;
  await waitUntil("eve has her mail", () => mailsTo("eve@example.org") === 1);
  await waitUntil("ada has hers", () => mailsTo("ada@example.org") >= resetMailsPerAddressMax);
  expect(mailsTo("ada@example.org")).toBe(resetMailsPerAddressMax);
  people.api.clock.advanceMs(3_600_000);
  await ask("ada@example.org");
  await waitUntil("there is another", () => mailer.mails.length === resetMailsPerAddressMax + 2);
});

test("tells a source that asks too often to wait, for any address", async () => {
  const { people, ask } = await scene();
  await using _ = people;
  for (let n = 0; n < resetsPerSourceMax; n++) expect((await ask(`n${n}@example.org`)).status).toBe(202);
  people.api.clock.advanceMs(600_000);
  for (const email of ["ada@example.org", "nobody@example.org"]) {
    const refused = await ask(email);
    expect(refused.json).toMatchObject({ status: 429, code: "too_many_requests" });
    expect(refused.headers["Retry-After"]).toBe("3000");
  }
  people.api.clock.advanceMs(3_000_000);
  expect((await ask("ada@example.org")).status).toBe(202);
});

test("reports a missing mail server, and creates no link", async () => {
  const { people, ask } = await scene(null);
  await using _ = people;
  expect((await ask("ada@example.org")).json).toEqual({ mail_is_set_up: false });
  expect(await people.audited()).toEqual([]);
});

test("audits requests and resets for the person, without a secret", async () => {
  const mailer = new KeptMails();
  const { people, ada, ask, reset } = await scene(mailer);
  await using _ = people;
  await ask("ada@example.org");
  await waitUntil("the mail is there", () => mailer.mails.length === 1);
  const token = tokenIn(mailer.mails[0]!);
  await reset(token);
  const log = await people.audited();
  const facts = { actor_kind: "nobody", subject_kind: "user", subject: ada.uuid, account_id: null };
  expect(log).toMatchObject([
    { ...facts, action: "password.reset-request" },
    { ...facts, action: "password.reset" },
  ]);
  for (const text of [JSON.stringify(log), await people.everythingKept(), people.api.logLines.join()]) {
    for (const secret of [token, newPassword]) expect(text).not.toContain(secret);
  }
});
