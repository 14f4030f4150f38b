import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir, weirJson } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
afterAll(() => folder[Symbol.dispose]());

const account = (...args: string[]) => weir(["account", ...args, "--data", folder.path]);
const json = <T>(...args: string[]) => weirJson<T>(["account", ...args, "--json", "--data", folder.path]);

test("asks a script to confirm, deletes after some days, and lets the operator cancel", async () => {
  await account("create", "Plant", "--owner", "ada@example.org");
  const last = await account("delete", "Plant", "--yes");
  expect([last.code, last.stderr]).toEqual([
    1,
    expect.stringContaining("is the only account of this server"),
  ]);
  await account("create", "Office");
  const unconfirmed = await account("delete", "Plant");
  expect(unconfirmed.code).toBe(1);
  expect(unconfirmed.stderr).toContain(
    "People who are in no other account are deleted too: ada@example.org.",
  );
  expect(unconfirmed.stderr).toContain("export them first: weir export --account");
  expect(unconfirmed.stderr).toContain("Its readings were never exported as a whole.");
  expect(unconfirmed.stderr).toContain("Nothing was deleted. Add --yes to delete it.");
  const file = join(folder.path, "plant.csv");
  const exported = await weir(["export", "--account", "Plant", "-o", file, "--data", folder.path]);
  expect(exported).toMatchObject({ code: 0 });
  expect((await account("delete", "Plant")).stderr).toMatch(
    /All its readings were last exported at .* UTC by \S+\. To keep/,
  );
  expect((await account("deleted")).stdout).toBe("No account was deleted, and none is about to be.\n");
  const asked = await account("delete", "Plant", "--yes");
  expect([asked.code, asked.stdout]).toEqual([
    0,
    expect.stringMatching(/^Account Plant will be deleted after /),
  ]);
  expect((await account("deleted")).stdout).toMatch(/ Plant +\S+ .* due /);
  expect((await account("cancel-deletion", "Plant")).stdout).toBe("Account Plant will not be deleted.\n");
  expect(await json("deleted")).toEqual([]);
});

test("lists what was done in an account", async () => {
  const entries = await json<{ action: string }[]>("audit", "Plant");
  expect(entries.map(({ action }) => action)).toEqual([
    "account.cancel-deletion",
    "account.ask-deletion",
    "account.export",
    "user.create",
    "account.create",
  ]);
  expect((await account("audit", "Nowhere")).stderr).toContain('There is and was no account "Nowhere".');
});
