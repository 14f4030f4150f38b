import { expect, setDefaultTimeout, test } from "bun:test";
import { waitUntil } from "../../../../../tests/harness/wait-until.ts";
import { adaSignIn, PeopleUnderTest } from "../testing/test-browser.ts";
import { hashPassword } from "./password.ts";
import { issuePasswordReset, resetPassword } from "./password-reset.ts";
import { linkMailsPerAddressMax } from "./people-limits.ts";
import { KeptMails } from "./test-people-api.ts";
import { createUser } from "./users.ts";

setDefaultTimeout(60_000);

const dayMs = 86_400_000;
const newEmail = "ada@new.example";
const eveSignIn = { email: "eve@example.org", password: "quiet marble staircase bell" };

async function scene() {
  const kept = new KeptMails();
  const people = await PeopleUnderTest.create(kept);
  const ada = await people.ada();
  const mailTo = async (to: string, subject: string) => {
    const found = () => kept.mails.findLast((mail) => mail.to === to && mail.subject === subject);
    await waitUntil(`a mail "${subject}" to ${to}`, () => found() !== undefined);
    return found()!;
  };
  const tokenIn = ({ text }: { readonly text: string }) => /#(\S+)/.exec(text)![1]!;
  const change = (email: string) => ada.call("changeUser", { password: adaSignIn.password, email });
  const changeLink = async (to: string) =>
    tokenIn(await mailTo(to, "Confirm your new email address for Weir"));
  const verifyLink = async () =>
    tokenIn(await mailTo(adaSignIn.email, "Confirm your email address for Weir"));
  const me = async () => (await ada.call("showSession")).json.user;
  const addEve = async (isEmailVerified: boolean) => {
    const passwordHash = await hashPassword(eveSignIn.password);
    await people.control.transact(async (tx) => {
      await createUser(
        tx,
        { email: eveSignIn.email, name: "Eve", passwordHash, isEmailVerified },
        people.control.nowUs(),
      );
    });
    const eve = people.browser({ source: "198.51.100.9" });
    expect((await eve.call("signIn", eveSignIn)).status).toBe(201);
    return eve;
  };
  return { kept, people, ada, mailTo, tokenIn, change, changeLink, verifyLink, me, addEve };
}

test("leaves the first owner unverified until the link from the mail is used", async () => {
  const { people, ada, verifyLink, me } = await scene();
  await using _ = people;
  expect(await me()).toMatchObject({ email: "ada@example.org", email_verified: false, pending_email: null });
  const token = await verifyLink();
  expect((await ada.call("confirmEmail", { token })).json).toEqual({
    kind: "verified",
    email: "ada@example.org",
  });
  expect(await me()).toMatchObject({ email_verified: true });
  expect((await ada.call("confirmEmail", { token })).json).toMatchObject({
    status: 410,
    code: "confirmation_gone",
  });
  const audited = people.control.db.selectFrom("audit_log").select(["action", "actor"]).orderBy("id", "desc");
  expect(await audited.executeTakeFirst()).toEqual({ action: "user.verify-email", actor: "ada@example.org" });
});

test("refuses a link to anybody but its person", async () => {
  const { people, verifyLink, me, addEve } = await scene();
  await using _ = people;
  const token = await verifyLink();
  const eve = await addEve(true);
  expect((await eve.call("confirmEmail", { token })).json).toMatchObject({
    status: 403,
    code: "other_person",
  });
  expect((await people.browser().call("confirmEmail", { token })).status).toBe(401);
  expect(await me()).toMatchObject({ email_verified: false });
  expect(await people.isOnDisk(token)).toBe(false);
});

test("expires a link after a day, and sends another on request, a few times an hour", async () => {
  const { kept, people, ada, verifyLink } = await scene();
  await using _ = people;
  const token = await verifyLink();
  people.clock.advanceMs(dayMs);
  expect((await ada.call("confirmEmail", { token })).status).toBe(410);
  for (let n = 0; n < linkMailsPerAddressMax + 2; n++)
    expect((await ada.call("sendVerification")).status).toBe(204);
  await waitUntil("the mails are there", () => kept.mails.length === 1 + linkMailsPerAddressMax);
  expect((await ada.call("confirmEmail", { token: await verifyLink() })).status).toBe(200);
});

test("changes an address only after the emailed link, and notifies the old address", async () => {
  const { people, ada, mailTo, change, changeLink, me } = await scene();
  await using _ = people;
  expect((await change(newEmail)).json).toMatchObject({ email: "ada@example.org", pending_email: newEmail });
  const notice = await mailTo("ada@example.org", "Your email address for Weir is about to change");
  expect(notice.text).not.toContain("#");
  expect(notice.text).toContain(newEmail);
  // The old address still applies, and the new one cannot be used to sign in.
  expect((await people.browser().call("signIn", { ...adaSignIn, email: newEmail })).status).toBe(401);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(201);
  const token = await changeLink(newEmail);
  expect((await ada.call("confirmEmail", { token })).json).toEqual({ kind: "changed", email: newEmail });
  expect(await me()).toMatchObject({ email: newEmail, email_verified: true, pending_email: null });
  expect((await mailTo("ada@example.org", "Your email address for Weir was changed")).text).toContain(
    newEmail,
  );
  expect((await people.browser().call("signIn", { ...adaSignIn, email: newEmail })).status).toBe(201);
  expect((await people.browser().call("signIn", adaSignIn)).status).toBe(401);
});

test("voids a reset link to the old address once the new one is confirmed", async () => {
  const { people, ada, change, changeLink } = await scene();
  await using _ = people;
  const issued = await issuePasswordReset(people.control, adaSignIn.email, { isMailed: true });
  await change(newEmail);
  expect((await ada.call("confirmEmail", { token: await changeLink(newEmail) })).status).toBe(200);
  const reset = await resetPassword(people.control, issued!.token, "purple walrus sings loudly");
  expect(reset).toMatchObject({ ok: false, error: { code: "reset_gone" } });
});

test("reveals only to the mailbox whether an address is in use", async () => {
  const { people, mailTo, change, addEve, me } = await scene();
  await using _ = people;
  await addEve(true);
  const free = await change("nobody@example.org");
  const taken = await change(eveSignIn.email);
  expect([taken.status, taken.headers]).toEqual([free.status, free.headers]);
  expect({ ...taken.json, pending_email: "" }).toEqual({ ...free.json, pending_email: "" });
  const told = await mailTo(eveSignIn.email, "Your email address for Weir");
  expect(told.text).not.toContain("#");
  expect(await me()).toMatchObject({ email: "ada@example.org", pending_email: eveSignIn.email });
});

test("refuses an address that another person has verified meanwhile", async () => {
  const { people, ada, change, changeLink, addEve, me } = await scene();
  await using _ = people;
  await change(eveSignIn.email);
  const token = await changeLink(eveSignIn.email);
  await addEve(true);
  expect((await ada.call("confirmEmail", { token })).json).toMatchObject({
    status: 409,
    code: "email_taken",
  });
  expect(await me()).toMatchObject({ email: "ada@example.org" });
});

test("gives an unverified address to the person who proves it", async () => {
  const { people, ada, change, changeLink, addEve, me } = await scene();
  await using _ = people;
  const eve = await addEve(false);
  await change(eveSignIn.email);
  const token = await changeLink(eveSignIn.email);
  expect(await eve.isSignedIn()).toBe(true);
  expect((await ada.call("confirmEmail", { token })).status).toBe(200);
  expect(await me()).toMatchObject({ email: eveSignIn.email, email_verified: true });
  expect(await eve.isSignedIn()).toBe(false);
  expect((await people.browser().call("signIn", eveSignIn)).status).toBe(401);
  const displaced = await people.control.db
    .selectFrom("users")
    .selectAll()
    .where("name", "=", "Eve")
    .executeTakeFirst();
  expect(displaced?.email).toBe(`${displaced!.uuid}@unverified.invalid`);
});

test("voids the link after a newer change, a cancellation or a new password", async () => {
  const { people, ada, change, changeLink, me } = await scene();
  await using _ = people;
  await change(newEmail);
  const first = await changeLink(newEmail);
  await change("ada@other.example");
  expect((await ada.call("confirmEmail", { token: first })).status).toBe(410);
  const second = await changeLink("ada@other.example");
  expect((await ada.call("cancelEmailChange")).status).toBe(204);
  expect(await me()).toMatchObject({ pending_email: null });
  expect((await ada.call("confirmEmail", { token: second })).status).toBe(410);
  await change("ada@third.example");
  const third = await changeLink("ada@third.example");
  const passwords = { old_password: adaSignIn.password, new_password: "purple walrus sings" };
  await ada.call("changePassword", passwords);
  expect((await ada.call("confirmEmail", { token: third })).status).toBe(410);
});

test("neither verifies nor changes an address without a mail server, and says what to do", async () => {
  await using people = await PeopleUnderTest.create(null);
  const ada = await people.ada();
  const refused = await ada.call("changeUser", { password: adaSignIn.password, email: newEmail });
  expect(refused.json).toMatchObject({ status: 409, code: "mail_not_set_up", errors: [{ field: "email" }] });
  expect((await ada.call("sendVerification")).json).toMatchObject({ status: 409, code: "mail_not_set_up" });
  const renamed = await ada.call("changeUser", { password: adaSignIn.password, name: "Ada L." });
  expect(renamed.json).toMatchObject({ name: "Ada L.", email: "ada@example.org" });
});
