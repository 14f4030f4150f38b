import { expect, setDefaultTimeout, test } from "bun:test";
import { serveOwnerHere } from "../api/serve-owner.ts";
import { weir as runWeir, weirProcess } from "./weir-command.ts";

setDefaultTimeout(60_000);

const { weir, owner } = await serveOwnerHere();
const user = (...args: string[]) => runWeir(["user", ...args, "--data", weir.dataDir]);

test("lists what a deleted person made that still works, and a removed one, with whether it was revoked", async () => {
  const { json: office } = await owner.call("POST", "/accounts", { name: "Office" });
  for (const account of [owner.account, office.uuid]) {
    const made = await owner.call("POST", `/accounts/${account}/api-keys`, {
      name: "Gateway",
      scopes: ["devices:read"],
    });
    expect(made.status).toBe(201);
  }
  const bob = [
    "user",
    "create",
    "bob@example.org",
    "--account",
    "Office",
    "--role",
    "owner",
    "--password-stdin",
  ];
  await weirProcess([...bob, "--data", weir.dataDir], { input: "correct horse battery" });
  const removed = await user("remove", "ada@example.org", "--account", "Office", "--revoke", "--yes");
  expect(removed.stdout).toBe(
    "Made by this person and revoked:\n  API key Gateway\nRemoved ada@example.org.\n",
  );
  const deleted = await user("delete", "ada@example.org", "--yes");
  expect(deleted.stdout).toBe(
    "Made by this person and still working (to revoke it, run weir user remove --revoke before):\n  API key Gateway in Default\nDeleted ada@example.org.\n",
  );
});
