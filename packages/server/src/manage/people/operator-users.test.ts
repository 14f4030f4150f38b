import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { unwrap } from "@weir/protocol/result";
import { listApiKeys } from "../../control/people/api-keys.ts";
import { listInvitations } from "../../control/people/invitations.ts";
import { closeTestControls, commitUnaudited, makeAccount, openTestControl } from "../test-control.ts";
import { createApiKey, revokeApiKey } from "./api-keys.ts";
import { createInvitation } from "./invitations.ts";
import { addUser, changeEmail, deleteUser, findUser, turnOffTotp } from "./operator-users.ts";
import { createSession, findSession } from "./sessions.ts";
import { setPassword } from "./set-password.ts";
import { listUsers } from "./users.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

afterAll(closeTestControls);

const email = "ada@example.org";

test("allows a person in several accounts, once in each", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  const first = unwrap(await addUser(control, { email, account: plant, role: "owner" }));
  const second = unwrap(
    await addUser(control, { email: "ADA@example.org", account: office, role: "viewer", isExisting: true }),
  );
  expect(second).toEqual(first);
  const again = await addUser(control, { email, account: office, role: "owner", isExisting: true });
  expect(again).toMatchObject({ error: { code: "already_member" } });
  expect(await listUsers(control)).toMatchObject([
    {
      email,
      name: "ada",
      hasPassword: false,
      accounts: [
        { name: "Plant", role: "owner" },
        { name: "Office", role: "viewer" },
      ],
    },
  ]);
});

test("leaves nothing behind after a refused request", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const bad = await addUser(control, { email: "no address", account, role: "viewer" });
  expect(bad).toMatchObject({ error: { code: "bad_email" } });
  const gone = await addUser(control, { email, account: { ...account, id: 999 }, role: "viewer" });
  expect(gone).toMatchObject({ error: { code: "unknown_account" } });
  expect(await listUsers(control)).toEqual([]);
});

test("lets no person without a password sign in, and ends every session with a new password", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const { id } = unwrap(await addUser(control, { email, account, role: "owner" }));
  const { token } = unwrap(
    await commitUnaudited(control, async (tx) => ({
      ok: true,
      value: await createSession(tx, id, { source: "192.0.2.1", userAgent: "" }, control.nowUs()),
    })),
  );
  expect(await findSession(control, token)).not.toBeNull();
  expect(await setPassword(control, id, "short")).toMatchObject({ error: { code: "bad_password" } });
  unwrap(await setPassword(control, id, "correct horse battery"));
  expect(await findSession(control, token)).toBeNull();
  expect(unwrap(await findUser(control, email)).hasPassword).toBeTrue();
});

test("keeps the only owner of an account with other members, and deletes them if alone or with another owner", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const other = "bob@example.org";
  unwrap(await addUser(control, { email, account, role: "owner" }));
  unwrap(await addUser(control, { email: other, account, role: "editor" }));
  expect(await deleteUser(control, email)).toMatchObject({ error: { code: "last_owner" } });
  unwrap(await addUser(control, { email: "eve@example.org", account, role: "owner" }));
  unwrap(await deleteUser(control, email));
  unwrap(await deleteUser(control, other));
  unwrap(await deleteUser(control, "eve@example.org"));
  expect(await deleteUser(control, email)).toMatchObject({ error: { code: "unknown_user" } });
  expect(await control.db.selectFrom("memberships").selectAll().execute()).toEqual([]);
});

test("keeps API keys and invitations with their creator after a change of address", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const ada = unwrap(await addUser(control, { email, account, role: "owner" }));
  const key = { name: "Grafana", scopes: [], expiresAt: null, createdBy: email };
  const { uuid } = unwrap(await createApiKey(control, account.id, key));
  const invitation = {
    email: "nora@example.org",
    role: "viewer",
    invitedBy: email,
    isMailed: false,
  } as const;
  unwrap(await createInvitation(control, account.id, invitation));
  unwrap(await changeEmail(control, email, "ada@example.com"));
  unwrap(await addUser(control, { email, account, role: "viewer" }));
  expect(await listApiKeys(control, account.id, { limit: 1 })).toMatchObject([
    { createdBy: "ada@example.com" },
  ]);
  expect(await listInvitations(control, account.id, { limit: 1 })).toMatchObject([
    { invitedBy: "ada@example.com" },
  ]);
  expect(unwrap(await revokeApiKey(control, account.id, uuid))).toMatchObject({ creatorId: ada.id });
});

test("removes a lost authenticator", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  const user = unwrap(await addUser(control, { email, account, role: "owner" }));
  const on = { totp_sealed: new Uint8Array(1), totp_confirmed_at: 1 };
  await control.transact((tx) => tx.updateTable("users").set(on).execute());
  await turnOffTotp(control, user);
  expect(await listUsers(control)).toMatchObject([{ hasTotp: false }]);
});

test("refuses an existing person without --existing, and says whether the address is verified", async () => {
  const { control } = openTestControl();
  const plant = await makeAccount(control, "Plant");
  const office = await makeAccount(control, "Office");
  unwrap(await addUser(control, { email, account: plant, role: "viewer" }));
  const refused = await addUser(control, { email, account: office, role: "owner" });
  expect(refused).toMatchObject({ error: { code: "person_exists" } });
  expect(refused.ok ? "" : refused.error.message).toContain("The address is not verified");
  await control.transact((tx) => tx.updateTable("users").set({ email_verified_at: 1 }).execute());
  const verified = await addUser(control, { email, account: office, role: "owner" });
  expect(verified.ok ? "" : verified.error.message).toContain("The address is verified.");
  const meant = unwrap(await addUser(control, { email, account: office, role: "owner", isExisting: true }));
  expect(meant.isEmailVerified).toBe(true);
});
