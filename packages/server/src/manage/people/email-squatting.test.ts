/** What people can do with an address that they do not own, and how its owner gets it back. */
import { expect, setDefaultTimeout, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { addUser } from "./operator-users.ts";
import { issuePasswordReset } from "./password-reset.ts";
import { acceptancesPerSourceMax } from "./people-limits.ts";
import { wrongCodesMax } from "./second-factor.ts";
import { KeptMails, PeopleApi, type TestPerson, testPassword } from "./test-people-api.ts";

setDefaultTimeout(60_000);

const victim = "ceo@victim.example";
const attackerPassword = "purple walrus sings loudly";
const withTotp = { totp_sealed: new Uint8Array([1]), totp_confirmed_at: 1 };
const ownPassword = "quiet marble staircase bell";

/** Mallory owns an account and has taken the victim's address with an invitation that she passed to herself. */
async function scene() {
  const mailer = new KeptMails();
  const people = await PeopleApi.create(mailer);
  const mallorys = await people.api.addAccount("Mallory's");
  const victims = await people.api.addAccount("Victim Inc");
  const mallory = await people.add("mallory@evil.example", mallorys);
  const owner = await people.add("owner@victim.example", victims);
  const verify = (who: TestPerson) =>
    people.api.control.transact((tx) =>
      tx.updateTable("users").set({ email_verified_at: 1 }).where("id", "=", who.id).execute(),
    );
  await verify(owner);
  const squatter = await people.add(victim, mallorys, "editor");
  const { db } = people.api.control;
  const userOf = (email: string) =>
    db.selectFrom("users").selectAll().where("email", "=", email).executeTakeFirstOrThrow();
  const invite = async (who: TestPerson, account: typeof victims, email: string, role = "owner") =>
    people.call(who, account, "createInvitation", { body: { email, role } });
  const mailedToken = async (path: string) => {
    const found = () =>
      mailer.mails.map(({ text }) => new RegExp(`/${path}#(\\S+)`).exec(text)?.[1]).findLast(Boolean);
    await waitUntil("the mail is there", () => found() !== undefined);
    return found()!;
  };
  const reaches = async (who: TestPerson, account: typeof victims) =>
    (await people.call(who, account, "showAccount")).status === 200;
  return {
    people,
    mailer,
    mallorys,
    victims,
    mallory,
    owner,
    squatter,
    userOf,
    invite,
    mailedToken,
    reaches,
    verify,
  };
}

test("leaves a person unverified who uses a link that the inviter passed on, and shows it to members", async () => {
  await using people = await PeopleApi.create(null);
  const plant = await people.api.addAccount("Plant");
  const ada = await people.add("ada@example.org", plant);
  const body = { email: victim, role: "viewer" };
  const { json } = await people.call(ada, plant, "createInvitation", { body });
  expect(json).toMatchObject({ mail: "not set up", link: `http://127.0.0.1:8080/invitation#${json.token}` });
  const accepted = await people.call(null, null, "acceptInvitation", {
    body: { token: json.token, name: "Mallory", password: attackerPassword },
  });
  expect(accepted.status).toBe(200);
  const members = await people.call(ada, plant, "listMembers");
  expect(members.json.items).toMatchObject([
    { email: "ada@example.org", email_verified: false },
    { email: victim, email_verified: false },
  ]);
});

test("mails the link and shows it to nobody else with a mail server, and verifies the address when it is used", async () => {
  const { people, victims, owner, invite, mailedToken } = await scene();
  await using _ = people;
  const made = await invite(owner, victims, "nora@victim.example");
  expect(made.json).toMatchObject({ mail: "sent", token: null, link: null });
  const token = await mailedToken("invitation");
  expect(made.text).not.toContain(token);
  await people.call(null, null, "acceptInvitation", { body: { token, name: "Nora", password: ownPassword } });
  const members = await people.call(owner, victims, "listMembers");
  expect(members.json.items).toContainEqual(
    expect.objectContaining({ email: "nora@victim.example", email_verified: true }),
  );
});

test("refuses to mail invitations for a person with an unverified address", async () => {
  const { people, mailer, mallorys, mallory, invite } = await scene();
  await using _ = people;
  const refused = await invite(mallory, mallorys, "somebody@example.org");
  expect(refused.json).toMatchObject({ status: 403, code: "email_unverified" });
  expect(mailer.mails).toEqual([]);
});

test("gives a person who registered another's address nothing when the operator creates its owner", async () => {
  const { people, victims, squatter, reaches } = await scene();
  await using _ = people;
  const { control } = people.api;
  const account = { ...victims, name: "Victim Inc", createdAt: 0 };
  const refused = await addUser(control, { email: victim, account, role: "owner" });
  expect(refused).toMatchObject({ ok: false, error: { code: "person_exists" } });
  expect(await reaches(squatter, victims)).toBe(false);
});

test("gives a squatted address to the owner of the mailbox by an invitation, and locks the squatter out", async () => {
  const { people, mallorys, victims, owner, squatter, userOf, invite, mailedToken, reaches } = await scene();
  await using _ = people;
  await invite(owner, victims, victim);
  // The squatter does not have the link, and the invitation alone gives them nothing.
  expect(await reaches(squatter, victims)).toBe(false);
  const token = await mailedToken("invitation");
  const accepted = await people.call(null, null, "acceptInvitation", {
    body: { token, name: "The CEO", password: ownPassword },
  });
  expect(accepted.json).toMatchObject({ email: victim, role: "owner", signed_in: true });
  expect([await reaches(squatter, victims), await reaches(squatter, mallorys)]).toEqual([false, false]);
  const user = await userOf(victim);
  expect(user).toMatchObject({ id: squatter.id, name: "The CEO" });
  expect(user.email_verified_at).not.toBeNull();
  expect(await Bun.password.verify(ownPassword, user.password_hash)).toBe(true);
});

test("takes only an unverified address from a sign-in with a second factor by an invitation", async () => {
  const { people, mallorys, victims, owner, squatter, userOf, invite, mailedToken, reaches } = await scene();
  await using _ = people;
  const { db } = people.api.control;
  await people.api.control.transact((tx) =>
    tx.updateTable("users").set(withTotp).where("id", "=", squatter.id).execute(),
  );
  await invite(owner, victims, victim);
  const body = { token: await mailedToken("invitation"), name: "The CEO", password: ownPassword };
  expect((await people.call(null, null, "acceptInvitation", { body })).status).toBe(200);
  expect(await reaches(squatter, mallorys)).toBe(false);
  const ceo = await userOf(victim);
  expect(ceo).toMatchObject({ name: "The CEO", totp_confirmed_at: null });
  const memberships = db.selectFrom("memberships").select("account_id").where("user_id", "=", ceo.id);
  expect(await memberships.execute()).toEqual([{ account_id: victims.id }]);
  expect(await userOf(`${squatter.uuid}@unverified.invalid`)).toMatchObject({
    id: squatter.id,
    totp_confirmed_at: 1,
    email_verified_at: null,
  });
  expect((await people.audited()).map(({ action }) => action)).toContain("user.lose-email");
});

test("lets nobody with a mailed reset link past a second factor that was set up with an unverified address", async () => {
  const { people, squatter, userOf, mailedToken } = await scene();
  await using _ = people;
  const locked = { ...withTotp, wrong_codes: wrongCodesMax };
  await people.api.control.transact((tx) =>
    tx.updateTable("users").set(locked).where("id", "=", squatter.id).execute(),
  );
  await people.call(null, null, "requestPasswordReset", { body: { email: victim } });
  const body = { token: await mailedToken("reset-password"), password: ownPassword };
  expect((await people.call(null, null, "resetPassword", { body })).status).toBe(204);
  expect(await userOf(victim)).toMatchObject({
    email_verified_at: null,
    totp_confirmed_at: 1,
    wrong_codes: wrongCodesMax,
  });
});

test("takes over no existing sign-in with a link that was not mailed", async () => {
  await using people = await PeopleApi.create(null);
  const mallorys = await people.api.addAccount("Mallory's");
  const mallory = await people.add("mallory@evil.example", mallorys);
  await people.add(victim, await people.api.addAccount("Victim Inc"));
  const body = { email: victim, role: "viewer" };
  const { json } = await people.call(mallory, mallorys, "createInvitation", { body });
  const accepted = await people.call(null, null, "acceptInvitation", {
    body: { token: json.token, name: "Mallory", password: attackerPassword },
  });
  expect(accepted.json).toMatchObject({ status: 401, code: "sign_in_needed" });
  const { db } = people.api.control;
  const user = db.selectFrom("users").select("password_hash").where("email", "=", victim);
  expect(await Bun.password.verify(testPassword, (await user.executeTakeFirstOrThrow()).password_hash)).toBe(
    true,
  );
});

test("gives a squatted address to the owner of the mailbox by a password reset", async () => {
  const { people, mallorys, squatter, userOf, mailedToken, reaches } = await scene();
  await using _ = people;
  await people.call(null, null, "requestPasswordReset", { body: { email: victim } });
  const token = await mailedToken("reset-password");
  const reset = await people.call(null, null, "resetPassword", { body: { token, password: ownPassword } });
  expect(reset.status).toBe(204);
  expect(await reaches(squatter, mallorys)).toBe(false);
  const user = await userOf(victim);
  expect([user.id, user.email_verified_at === null]).toEqual([squatter.id, false]);
});

test("verifies nothing with a reset link that the operator passes on, and keeps the second factor of a verified person", async () => {
  const { people, owner, squatter, userOf, mailedToken, verify } = await scene();
  await using _ = people;
  const resetByHand = async () => {
    const handed = (await issuePasswordReset(people.api.control, victim))!;
    const body = { token: handed.token, password: ownPassword };
    expect((await people.call(null, null, "resetPassword", { body })).status).toBe(204);
    return userOf(victim);
  };
  expect((await resetByHand()).email_verified_at).toBeNull();
  await people.api.control.transact((tx) => tx.updateTable("users").set(withTotp).execute());
  expect(await resetByHand()).toMatchObject({ email_verified_at: null, totp_confirmed_at: 1 });
  await verify(squatter);
  await people.call(null, null, "requestPasswordReset", { body: { email: owner.email } });
  const token = await mailedToken("reset-password");
  await people.call(null, null, "resetPassword", { body: { token, password: ownPassword } });
  expect((await userOf(owner.email)).totp_confirmed_at).toBe(1);
});

test("never takes over a verified address: its person must sign in", async () => {
  const { people, victims, owner, squatter, verify, invite, mailedToken, reaches } = await scene();
  await using _ = people;
  await verify(squatter);
  await invite(owner, victims, victim);
  const token = await mailedToken("invitation");
  const body = { token, name: "Other", password: ownPassword };
  const refused = await people.call(null, null, "acceptInvitation", { body });
  expect(refused.json).toMatchObject({ status: 401, code: "sign_in_needed" });
  expect((await people.call(squatter, null, "acceptInvitation", { body: { token } })).status).toBe(200);
  expect(await reaches(squatter, victims)).toBe(true);
});

test("verifies an unverified person who joins by a mailed link only with the address that it was sent to", async () => {
  const { people, victims, owner, mallory, squatter, userOf, invite, mailedToken, reaches } = await scene();
  await using _ = people;
  await invite(owner, victims, victim);
  const token = await mailedToken("invitation");
  const other = await people.call(mallory, null, "acceptInvitation", { body: { token } });
  expect(other.json).toMatchObject({ status: 403, code: "email_unverified" });
  expect(await reaches(mallory, victims)).toBe(false);
  expect((await people.call(squatter, null, "acceptInvitation", { body: { token } })).status).toBe(200);
  expect((await userOf(victim)).email_verified_at).not.toBeNull();
});

test("limits how often a source may try invitations without being signed in, whatever the answer would be", async () => {
  await using people = await PeopleApi.create(null);
  const accept = () =>
    people.call(null, null, "acceptInvitation", { body: { token: "x", name: "N", password: testPassword } });
  for (let n = 0; n < acceptancesPerSourceMax; n++) expect((await accept()).status).toBe(410);
  expect((await accept()).json).toMatchObject({ status: 429, code: "too_many_requests" });
});
