import { expect, test } from "bun:test";
import { invitationRoutes } from "@weir/protocol/manage/invitation-routes";
import { managePath } from "@weir/protocol/manage/route";
import { answerRequest } from "../../web/testing/answer-request.ts";
import { hashSecret } from "../core/one-time-secret.ts";
import { createManagementApi } from "../create-management-api.ts";
import { invitationHandlers } from "./invitation-handlers.ts";
import { invitationsPerAccountMax } from "./invitations.ts";
import { createPeopleAccessControl } from "./people-access-control.ts";
import {
  invitationsPerHourMax,
  invitationsPerMailboxMax,
  invitationsPerPersonAndMailboxMax,
} from "./people-limits.ts";
import { KeptMails, PeopleApi, testPassword } from "./test-people-api.ts";

const newPerson = { name: "Nora", password: testPassword };

async function scene(mailer = new KeptMails()) {
  const people = await PeopleApi.create(mailer);
  const plant = await people.api.addAccount("Plant");
  const office = await people.api.addAccount("Office");
  const ada = await people.add("ada@example.org", plant);
  await people.api.control.transact((tx) =>
    tx.updateTable("users").set({ name: "Ada" }).where("id", "=", ada.id).execute(),
  );
  const eve = await people.add("eve@example.org", office);
  await people.api.control.transact((tx) => tx.updateTable("users").set({ email_verified_at: 1 }).execute());
  /** With the token from the mail, which nobody else gets. */
  const invite = async (email: string, role = "editor") => {
    const { json } = await people.call(ada, plant, "createInvitation", { body: { email, role } });
    const link = /http\S+#(\S+)/.exec(mailer.mails.at(-1)?.text ?? "");
    return json.mail === "sent" ? { ...json, token: link![1], mailedLink: link![0] } : json;
  };
  const accept = (body: object, who: typeof ada | null = null) =>
    people.call(who, null, "acceptInvitation", { body });
  return { people, mailer, plant, office, ada, eve, invite, accept };
}

test("mails an invitation, shows its link to nobody else, and keeps only its hash", async () => {
  const { people, mailer, plant, ada, invite } = await scene();
  await using _ = people;
  const made = await invite("nora@example.org");
  expect(made).toMatchObject({
    email: "nora@example.org",
    role: "editor",
    invited_by: ada.email,
    invited_by_name: "Ada",
    expires_at: "2026-06-08T12:00:00.000000Z",
    link: null,
    mailedLink: `http://127.0.0.1:8080/invitation#${made.token}`,
    mail: "sent",
  });
  expect(mailer.mails).toMatchObject([
    { to: "nora@example.org", subject: "You are invited to an account on Weir" },
  ]);
  expect(mailer.mails[0]!.text).toContain(`Ada (${ada.email}) invited you`);
  expect(mailer.mails[0]!.text).toContain(made.mailedLink);
  const row = await people.api.control.db.selectFrom("invitations").selectAll().executeTakeFirstOrThrow();
  expect(Buffer.from(row.token_hash)).toEqual(Buffer.from(hashSecret(made.token)));
  const listed = await people.call(ada, plant, "listInvitations");
  expect(listed.json.items).toMatchObject([{ uuid: made.uuid, email: "nora@example.org" }]);
  for (const text of [listed.text, await people.everythingKept(), people.api.logLines.join()]) {
    expect(text).not.toContain(made.token);
  }
});

test("shows the purpose of a link until it is used, revoked or expired", async () => {
  const { people, plant, ada, invite, accept } = await scene();
  await using _ = people;
  const show = (token: string) => people.call(null, null, "showInvitation", { body: { token } });
  const used = await invite("nora@example.org", "viewer");
  expect((await show(used.token)).json).toEqual({
    account: { name: "Plant" },
    email: "nora@example.org",
    role: "viewer",
    invited_by: ada.email,
    invited_by_name: "Ada",
    expires_at: "2026-06-08T12:00:00.000000Z",
  });
  await accept({ token: used.token, ...newPerson });
  const revoked = await invite("mara@example.org");
  await people.call(ada, plant, "revokeInvitation", { params: { invitation: revoked.uuid } });
  for (const token of [used.token, revoked.token, "x"]) {
    expect(await show(token)).toMatchObject({ status: 404, json: { code: "unknown_invitation" } });
  }
  const old = await invite("olga@example.org");
  people.api.clock.advanceMs(7 * 86_400_000);
  expect(await show(old.token)).toMatchObject({ status: 410, json: { code: "invitation_gone" } });
  expect(people.api.logLines.join()).not.toContain(old.token);
});

test("returns the link without a mail server, but not if the mail fails, because the inviter must not have it", async () => {
  await using people = await PeopleApi.create(null);
  const plant = await people.api.addAccount("Plant");
  const ada = await people.add("ada@example.org", plant);
  const body = { email: "nora@example.org", role: "viewer" };
  const without = await people.call(ada, plant, "createInvitation", { body });
  expect(without.json).toMatchObject({ mail: "not set up", token: expect.any(String) });
  const failing = await scene({ mails: [], send: () => Promise.reject(new Error("no connection")) });
  await using _ = failing.people;
  expect(await failing.invite("nora@example.org")).toMatchObject({
    mail: "failed",
    token: null,
  });
  expect(failing.people.api.logLines.join()).toContain("an invitation could not be mailed");
});

test("lets a new person set a password, join with the role, and be signed in", async () => {
  const { people, plant, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("nora@example.org");
  const accepted = await accept({ token, ...newPerson });
  expect(accepted.json).toEqual({
    account: { uuid: plant.uuid, name: "Plant" },
    role: "editor",
    email: "nora@example.org",
    signed_in: true,
  });
  const cookie = accepted.headers["Set-Cookie"]!;
  expect(cookie).toMatch(
    /^__Host-weir_session=[^;]{43}; Max-Age=\d+; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
  );
  const headers = { cookie: cookie.split(";")[0]! };
  expect((await people.call(null, plant, "showAccount", { headers })).json).toMatchObject({ role: "editor" });
  const user = await people.api.control.db
    .selectFrom("users")
    .selectAll()
    .where("email", "=", "nora@example.org")
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({ name: "Nora", password_hash: expect.stringMatching(/^\$argon2id\$/) });
  expect(await people.everythingKept()).not.toContain(testPassword);
});

test("lets a signed-in person join at once, even with another address than the invited one", async () => {
  const { people, plant, eve, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("evelyn@example.org", "viewer");
  const accepted = await accept({ token }, eve);
  expect(accepted.json).toMatchObject({ role: "viewer", email: eve.email, signed_in: false });
  expect(accepted.headers["Set-Cookie"]).toBeUndefined();
  expect((await people.call(eve, plant, "showAccount")).json).toMatchObject({ role: "viewer" });
});

test("requires an existing person to sign in first, and keeps the invitation", async () => {
  const { people, plant, eve, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("EVE@example.org");
  const refused = await accept({ token, name: "Not Eve", password: "a password of mine" });
  expect(refused.json).toMatchObject({ status: 401, code: "sign_in_needed" });
  expect((await people.call(eve, plant, "showAccount")).status).toBe(404);
  expect((await accept({ token }, eve)).status).toBe(200);
});

test("accepts an invitation once, until it is revoked, replaced or a week old, and then always answers the same", async () => {
  const { people, plant, ada, eve, invite, accept } = await scene();
  await using _ = people;
  const used = await invite("nora@example.org");
  expect((await accept({ token: used.token, ...newPerson })).status).toBe(200);
  const revoked = await invite("rita@example.org");
  const params = { invitation: revoked.uuid };
  expect((await people.call(ada, plant, "revokeInvitation", { params })).status).toBe(204);
  expect((await people.call(ada, plant, "revokeInvitation", { params })).status).toBe(404);
  const replaced = await invite("olga@example.org");
  await invite("Olga@example.org");
  const late = await invite("lena@example.org");
  people.api.clock.advanceMs(7 * 86_400_000);
  for (const token of [used.token, revoked.token, replaced.token, late.token, "never-was"]) {
    for (const who of [null, eve]) {
      const gone = await accept({ token, ...newPerson }, who);
      expect(gone.json).toMatchObject({ status: 410, code: "invitation_gone" });
    }
  }
  expect((await people.call(ada, plant, "listInvitations")).json.items).toEqual([]);
});

test("accepts a link once when two people use it at the same moment", async () => {
  const { people, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("nora@example.org");
  const tries = await Promise.all([1, 2].map(() => accept({ token, ...newPerson })));
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test.each([
  [{ password: testPassword }, "name"],
  [{ name: "Nora" }, "password"],
  [{ name: "Nora", password: "short" }, "password"],
  [{ name: "No\nra", password: testPassword }, "name"],
])("tells a new person with %j what is missing, and creates nothing", async (fields, field) => {
  const { people, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("nora@example.org");
  expect((await accept({ token, ...fields })).json).toMatchObject({ status: 422, errors: [{ field }] });
  expect((await accept({ token, ...newPerson })).status).toBe(200);
});

test("does not invite members again, nor let them use up another person's invitation", async () => {
  const { people, ada, invite, accept } = await scene();
  await using _ = people;
  expect(await invite("ADA@example.org")).toMatchObject({ status: 409, code: "already_member" });
  const { token } = await invite("nora@example.org");
  expect((await accept({ token }, ada)).json).toMatchObject({ status: 409, code: "already_member" });
  expect((await accept({ token, ...newPerson })).status).toBe(200);
});

test("lets only owners invite, list and revoke, and only in their account", async () => {
  const { people, plant, office, eve, invite } = await scene();
  await using _ = people;
  const ed = await people.add("ed@example.org", plant, "editor");
  const { uuid } = await invite("nora@example.org");
  const params = { invitation: uuid };
  const body = { email: "x@example.org", role: "owner" };
  for (const [who, status] of [
    [ed, 403],
    [eve, 404],
    [null, 401],
  ] as const) {
    expect((await people.call(who, plant, "createInvitation", { body })).status).toBe(status);
    expect((await people.call(who, plant, "listInvitations")).status).toBe(status);
    expect((await people.call(who, plant, "revokeInvitation", { params })).status).toBe(status);
  }
  expect((await people.call(eve, office, "revokeInvitation", { params })).status).toBe(404);
  expect((await people.call(eve, office, "listInvitations")).json.items).toEqual([]);
});

test("refuses sign-ins from pages of other sites and with keys", async () => {
  const { people, plant, ada, eve, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("nora@example.org");
  const headers = { "sec-fetch-site": "cross-site" };
  for (const who of [eve, null]) {
    const body = { token, ...newPerson };
    const foreign = await people.call(who, null, "acceptInvitation", { headers, body });
    expect(foreign.json).toMatchObject({ status: 403, code: "foreign_page" });
  }
  const key = { name: "Key", scopes: ["account:read"] };
  const made = await people.call(ada, plant, "createApiKey", { body: key });
  const authorization = `Bearer ${made.json.key}`;
  const byKey = await people.call(null, null, "acceptInvitation", {
    headers: { authorization },
    body: { token },
  });
  expect(byKey.json).toMatchObject({ status: 403, code: "not_for_keys" });
  expect((await accept({ token, ...newPerson })).status).toBe(200);
});

test("refuses to accept an invitation over plain HTTP from elsewhere, and keeps it", async () => {
  const { people, invite, accept } = await scene();
  await using _ = people;
  const { token } = await invite("nora@example.org");
  const { control, parts } = people.api;
  const access = createPeopleAccessControl(control);
  const api = createManagementApi(invitationRoutes, invitationHandlers, access, parts);
  const answer = await answerRequest(api, {
    id: "plain",
    method: "POST",
    target: `${managePath}/invitations/accept`,
    headers: { get: (name) => (name === "content-type" ? "application/json" : null) },
    body: Buffer.from(JSON.stringify({ token, ...newPerson })),
    source: "192.0.2.1",
    isSecure: false,
  });
  expect(JSON.parse(answer.body as string)).toMatchObject({ status: 403, code: "https_needed" });
  expect((await accept({ token, ...newPerson })).status).toBe(200);
});

test("audits all of it without a secret", async () => {
  const { people, plant, ada, invite, accept } = await scene();
  await using _ = people;
  const { token, uuid, expires_at } = await invite("nora@example.org");
  await accept({ token, ...newPerson });
  const other = await invite("rita@example.org", "viewer");
  await people.call(ada, plant, "revokeInvitation", { params: { invitation: other.uuid } });
  const told = JSON.stringify({ email: "nora@example.org", role: "editor", expires_at });
  const log = await people.audited();
  expect(log).toMatchObject([
    { action: "invitation.create", subject: uuid, actor: ada.email, account_id: plant.id, after: told },
    {
      action: "invitation.accept",
      actor: "nora@example.org",
      account_id: plant.id,
      before: told,
      after: '{"email":"nora@example.org","role":"editor"}',
    },
    { action: "session.sign-in", actor: "nora@example.org", account_id: null },
    { action: "invitation.create", account_id: plant.id },
    { action: "invitation.revoke", subject: other.uuid, after: null },
  ]);
  for (const secret of [token, other.token, testPassword]) expect(JSON.stringify(log)).not.toContain(secret);
});

test("limits open invitations, and how often an account invites", async () => {
  const { people, plant, ada, invite } = await scene();
  await using _ = people;
  for (let n = 0; n < invitationsPerAccountMax - 1; n++) await invite(`p${n}@example.org`);
  const last = await invite("last@example.org");
  expect(invitationsPerHourMax).toBe(invitationsPerAccountMax);
  const tooOften = await people.call(ada, plant, "createInvitation", {
    body: { email: "more@example.org", role: "viewer" },
  });
  expect(tooOften.json).toMatchObject({ status: 429, code: "too_many_requests" });
  expect(tooOften.headers["Retry-After"]).toBe("3600");
  people.api.clock.advanceMs(86_400_000);
  expect(await invite("more@example.org")).toMatchObject({ status: 409, code: "too_many_invitations" });
  // Open invitations stay valid.
  expect((await invite("last@example.org")).uuid).not.toBe(last.uuid);
  const { items } = (await people.call(ada, plant, "listInvitations", { query: { limit: "1000" } })).json;
  expect(items).toHaveLength(invitationsPerAccountMax);
});

test.each(["nora", "nora@", "a@example.org, b@example.org", "n@example.org\nBcc: e@example.org"])(
  "refuses %j as an address to invite",
  async (email) => {
    const { people, mailer, invite } = await scene();
    await using _ = people;
    expect(await invite(email)).toMatchObject({ status: 422, errors: [{ field: "email" }] });
    expect(mailer.mails).toEqual([]);
  },
);

test("mails a mailbox a few invitations a day, whatever accounts and spellings one person uses", async () => {
  const { people, mailer, plant, office, ada, eve } = await scene();
  await using _ = people;
  const north = await people.api.addAccount("North");
  await people.join(ada, office, north);
  const invite = (who: typeof ada, account: typeof plant, email: string) =>
    people.call(who, account, "createInvitation", { body: { email, role: "viewer" } });
  const answers = [];
  for (const account of [plant, office, north]) {
    for (const email of ["victim@example.com", "Victim@Example.com", "victim+1@example.com"])
      answers.push(await invite(ada, account, email));
  }
  expect(mailer.mails).toHaveLength(invitationsPerPersonAndMailboxMax);
  expect(answers.at(-1)).toMatchObject({ status: 429, json: { code: "too_many_requests" } });
  expect(answers.at(-1)!.json.detail).toBe("You have invited this address several times. Try again in 24 h.");
  expect(Number(answers.at(-1)!.headers["Retry-After"])).toBeGreaterThan(3600);
  expect(await invite(ada, plant, "somebody@example.com")).toMatchObject({ status: 201 });
  for (let n = 0; n < 5; n++) await invite(eve, office, `victim+e${n}@example.com`);
  const toVictim = mailer.mails.filter(({ to }) => to.toLowerCase().startsWith("victim"));
  expect(toVictim).toHaveLength(invitationsPerMailboxMax);
  people.api.clock.advanceMs(86_400_000);
  expect(await invite(ada, plant, "victim@example.com")).toMatchObject({ status: 201 });
});

test("mails nothing of what people wrote in the subject, and no link that they wrote", async () => {
  const { people, mailer, ada } = await scene();
  await using _ = people;
  const bait = await people.api.addAccount("URGENT: pay at https://evil.example/x");
  await people.join(ada, bait);
  await people.call(ada, bait, "createInvitation", { body: { email: "nora@example.org", role: "viewer" } });
  const [mail] = mailer.mails;
  expect(mail!.subject).toBe("You are invited to an account on Weir");
  expect(mail!.text).toContain('"URGENT  pay at https evil example x"');
  expect(mail!.text).not.toContain("evil.example");
});
