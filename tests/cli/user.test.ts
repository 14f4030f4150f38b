import { Database } from "bun:sqlite";
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir, weirJson, weirProcess } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const user = (...args: string[]) => weir(["user", ...args, "--data", folder.path]);
const listed = () => weirJson<Record<string, unknown>[]>(["user", "list", "--json", "--data", folder.path]);
const password = "correct horse battery";

const withInput = (args: readonly string[], input: string) =>
  weirProcess([...args, "--data", folder.path], { input });

test("creates people with a link to set a password, lists them, and deletes them", async () => {
  const account = await weirJson<Record<string, string>>([
    "account",
    "create",
    "Plant",
    "--owner",
    "ada@example.org",
    "--json",
    "--data",
    folder.path,
  ]);
  expect(account).toMatchObject({ name: "Plant", owner: "ada@example.org" });
  expect(account.link).toMatch(/^http:\/\/127\.0\.0\.1:8080\/reset-password#[A-Za-z0-9_-]{43}$/);

  const created = await user("create", "bob@example.org", "--account", "Plant", "--role", "editor");
  expect(created.stdout).toStartWith("bob@example.org is now editor of account Plant.\n");
  expect(created.stdout).toContain("/reset-password#");
  expect(created.stdout).toEndWith("For others, set public_url and create the link again.\n");
  expect((await user("create", "bob@example.org", "--account", "Plant")).stderr).toContain("already");
  expect((await user("create", "x@example.org", "--role", "king")).code).toBe(2);
  expect(await listed()).toMatchObject([
    { email: "ada@example.org", has_password: false, accounts: [{ name: "Plant", role: "owner" }] },
    { email: "bob@example.org", has_password: false, accounts: [{ name: "Plant", role: "editor" }] },
  ]);
  expect((await user("list")).stdout).toMatch(/^ada@example\.org +no +ada +not yet +Plant \(owner\)$/m);

  expect((await user("delete", "ada@example.org")).stderr).toContain("only owner");
  expect((await user("delete", "bob@example.org")).stdout).toBe("Deleted bob@example.org.\n");
  expect(await listed()).toHaveLength(1);
});

test("reads a password from standard input, and prints it nowhere", async () => {
  const args = ["user", "reset-password", "ada@example.org", "--password-stdin"];
  const set = await withInput(args, `${password}\n`);
  expect([set.code, set.stdout]).toEqual([0, "The password is set.\n"]);
  expect(await listed()).toMatchObject([{ email: "ada@example.org", has_password: true }]);
  const short = await withInput(args, "short\n");
  expect([short.code, short.stderr]).toEqual([
    1,
    "error: A password must have 12 to 200 characters. A few unrelated words are easy to remember.\n",
  ]);
});

test("refuses a weak password with advice, and creates nobody without a password", async () => {
  const args = ["user", "create", "eve@example.org", "--account", "Plant", "--password-stdin"];
  const refused = await withInput(args, "eve@example.org\n");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toStartWith("error: This password is too easy to guess. ");
  expect(await listed()).toMatchObject([{ email: "ada@example.org" }]);
});

test("unlocks a person who was locked out by wrong codes when the operator sets a password", async () => {
  const db = new Database(join(folder.path, "control.db"));
  db.run("UPDATE users SET wrong_codes = 20");
  const args = ["user", "reset-password", "ada@example.org", "--password-stdin"];
  expect((await withInput(args, "seven tall poplars\n")).code).toBe(0);
  expect(db.query("SELECT wrong_codes FROM users").all()).toEqual([{ wrong_codes: 0 }]);
  db.close();
});

test("refuses to reset an unknown person, and to create an account with an invalid owner", async () => {
  expect((await user("reset-password", "eve@example.org")).stderr).toContain("No person has the email");
  const refused = await weir(["account", "create", "Office", "--owner", "eve", "--data", folder.path]);
  expect([refused.code, refused.stderr]).toEqual([1, 'error: "eve" is not an email address.\n']);
  expect((await weir(["account", "list", "--data", folder.path])).stdout).not.toContain("Office");
});

test("adds an existing person to another account only with --existing", async () => {
  const data = ["--data", folder.path];
  await weir(["account", "create", "Lab", ...data]);
  const refused = await user("create", "ada@example.org", "--account", "Lab", "--role", "owner");
  expect([refused.code, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toContain("The address is not verified");
  expect(refused.stderr).toContain("--existing");
  const owned = await weir(["account", "create", "Mill", "--owner", "ada@example.org", ...data]);
  expect([owned.code, owned.stderr.includes("--existing")]).toEqual([1, true]);
  expect((await weir(["account", "list", ...data])).stdout).not.toContain("Mill");
  const meant = await user("create", "ada@example.org", "--account", "Lab", "--role", "owner", "--existing");
  expect(meant.stdout).toBe(
    "ada@example.org is now owner of account Lab.\nThe email address is not verified yet.\n",
  );
});

test("refuses an account name that two accounts have, and lists their UUIDs", async () => {
  const data = ["--data", folder.path];
  const twin = await weirJson<Record<string, string>>(["account", "create", "Lab", "--json", ...data]);
  const ambiguous = await user("create", "zoe@example.org", "--account", "Lab");
  expect([ambiguous.code, ambiguous.stderr.includes(twin.uuid!)]).toEqual([1, true]);
  const named = await user("create", "zoe@example.org", "--account", twin.uuid!);
  expect(named.stdout).toStartWith("zoe@example.org is now viewer of account Lab.\n");
});

test("changes an address to an unverified one, but not to one in use", async () => {
  expect((await user("change-email", "zoe@example.org", "ada@example.org")).stderr).toContain("Someone else");
  const changed = await user("change-email", "zoe@example.org", "zoe@example.com");
  expect(changed.stdout).toBe(
    "The person now signs in as zoe@example.com. The address is not verified yet.\n",
  );
  expect((await user("change-email", "zoe@example.org", "x@example.org")).stderr).toContain("No person has");
});

test("deletes the last owner of an account only with --yes, because nobody is there to ask", async () => {
  await weirJson([
    "account",
    "create",
    "Lonely",
    "--owner",
    "eve@example.org",
    "--json",
    "--data",
    folder.path,
  ]);
  const kept = await user("delete", "eve@example.org");
  expect(kept).toMatchObject({ code: 1, stdout: "" });
  expect(kept.stderr).toContain("is the last owner of Lonely");
  expect(kept.stderr).toContain("Add --yes");
  expect((await user("delete", "eve@example.org", "--yes")).stdout).toBe("Deleted eve@example.org.\n");
});
