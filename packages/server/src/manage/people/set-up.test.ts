import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { closeTestControls, commitUnaudited, makeAccount, openTestControl } from "../test-control.ts";
import { ensureOwner, isSetupNeeded, makeSetupSecret, setUpOwner } from "./set-up.ts";
import { createUser, listUsers } from "./users.ts";

// Passwords take a while on a busy machine.
setDefaultTimeout(60_000);

afterAll(closeTestControls);

const ada = { email: "ada@example.org", password: "correct horse battery", name: "Ada" };
const origin = { source: "192.0.2.1", userAgent: "" };

test("stores only the hash of the newest secret", async () => {
  const { control } = openTestControl();
  const secrets = [await makeSetupSecret(control), await makeSetupSecret(control)];
  expect(secrets[0]).toMatch(/^[A-Za-z0-9_-]{43}$/);
  const settings = await control.db.selectFrom("settings").selectAll().execute();
  expect(settings).toHaveLength(1);
  for (const secret of secrets) expect(JSON.stringify(settings)).not.toContain(secret!);
});

test("accepts secrets of several manage processes until one was used, and voids the oldest of very many", async () => {
  const { control } = openTestControl();
  const secrets: string[] = [];
  for (let nth = 0; nth <= 64; nth++) secrets.push((await makeSetupSecret(control, { besideOthers: true }))!);
  const [oldest, second] = secrets;
  const refused = { ok: false, error: { code: "setup_refused" } };
  expect(await setUpOwner(control, oldest!, ada, origin)).toMatchObject(refused);
  // Two people may have opened different links.
  const grace = { ...ada, email: "grace@example.org", name: "Grace" };
  const both = await Promise.all([
    setUpOwner(control, second!, ada, origin),
    setUpOwner(control, secrets.at(-1)!, grace, origin),
  ]);
  expect(both.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
  expect(await listUsers(control)).toHaveLength(1);
  expect(await setUpOwner(control, secrets[2]!, ada, origin)).toMatchObject(refused);
});

test("creates the owner of the oldest account from the environment once, and never changes a password", async () => {
  const { control } = openTestControl();
  await makeAccount(control, "Plant");
  await makeAccount(control, "Office");
  expect(await ensureOwner(control, ada.email, ada.password)).toEqual({ ok: true, value: "made" });
  expect(await ensureOwner(control, ada.email, "another password")).toEqual({
    ok: true,
    value: "there already",
  });
  expect(await listUsers(control)).toMatchObject([
    { email: ada.email, name: "ada", hasPassword: true, accounts: [{ name: "Plant", role: "owner" }] },
  ]);
  const { password_hash: hash } = await control.db
    .selectFrom("users")
    .select("password_hash")
    .executeTakeFirstOrThrow();
  expect(hash).toStartWith("$argon2id$v=19$m=19456,t=2,p=1$");
  expect(await Bun.password.verify(ada.password, hash)).toBeTrue();
  expect(await makeSetupSecret(control)).toBeNull();
});

test("checks the owner from the environment, and creates nothing if it is invalid", async () => {
  const { control } = openTestControl();
  expect(await ensureOwner(control, "nobody", ada.password)).toMatchObject({ error: { code: "bad_email" } });
  expect(await ensureOwner(control, ada.email, "short")).toMatchObject({ error: { code: "bad_password" } });
  expect(await listUsers(control)).toEqual([]);
  expect(await isSetupNeeded(control)).toBeTrue();
});

test("keeps set-up open for an owner without a password, who can complete it", async () => {
  const { control } = openTestControl();
  const account = await makeAccount(control);
  await commitUnaudited(control, async (tx) => {
    const user = await createUser(tx, { ...ada, passwordHash: "" }, 0);
    if (!user.ok) return user;
    const membership = {
      account_id: account.id,
      user_id: user.value.id,
      role: "owner" as const,
      created_at: 0,
    };
    await tx.insertInto("memberships").values(membership).execute();
    return { ok: true, value: null };
  });
  const secret = await makeSetupSecret(control);
  expect(secret).not.toBeNull();
  expect(await setUpOwner(control, secret!, ada, origin)).toMatchObject({
    ok: true,
    value: { accountId: account.id },
  });
  expect(await listUsers(control)).toHaveLength(1);
  expect(await isSetupNeeded(control)).toBeFalse();
});
