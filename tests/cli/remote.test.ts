/** Commands on a remote server do the same as on the data folder, with the rights of an API key. */
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserSession } from "../api/browser-session.ts";
import { startWithOwner } from "../api/serve-owner.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { WeirInstallation } from "../harness/weir-installation.ts";
import { type CommandResult, weir as runWeir, weirProcess } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const server = new WeirInstallation();
const home = tempFolder();
let key: string;
let owner: BrowserSession;

beforeAll(async () => {
  owner = (await startWithOwner(server)).owner;
  const scopes = ["account:read", "devices:read", "devices:write", "operations:read", "operations:write"];
  key = (await owner.call("POST", "./api-keys", { name: "Laptop", scopes })).json.key;
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  home[Symbol.dispose]();
});

function weir(args: readonly string[], input = "", more = {}): Promise<CommandResult> {
  const env = { XDG_CONFIG_HOME: home.path, ...more };
  return input === "" ? runWeir(args, env) : weirProcess(args, { env, input });
}

test("says how to store a key if there is none, and does not store a wrong one", async () => {
  const asked = await weir(["group", "list", "--url", server.url]);
  expect(asked).toMatchObject({ code: 1, stdout: "" });
  expect(asked.stderr).toContain(`weir login ${server.url}`);
  const wrong = await weir(["login", server.url], "wak_wrong\n");
  expect(wrong.stderr).toContain("rejected this API key");
  // On this machine itself, nobody can listen in.
  expect(wrong.stderr).not.toContain("plain HTTP");
  const elsewhere = await weir(["login", "http://weir.invalid"], "wak_wrong\n");
  expect(elsewhere.stderr).toStartWith("Warning: http://weir.invalid is plain HTTP");
  expect((await weir(["group", "list", "--url", server.url])).stderr).toContain("weir login");
});

test("does not store a key with which no command could find its account, and says what it lacks", async () => {
  const { json } = await owner.call("POST", "./api-keys", { name: "Narrow", scopes: ["devices:read"] });
  const refused = await weir(["login", server.url], `${json.key}\n`);
  expect(refused).toMatchObject({ code: 1, stdout: "" });
  expect(refused.stderr).toContain("account:read");
  expect(refused.stderr).toContain("nothing was stored");
});

test("says that a key was rejected, and how to get and store another", async () => {
  const scopes = ["account:read", "devices:read"];
  const { json: made } = await owner.call("POST", "./api-keys", { name: "Short-lived", scopes });
  expect((await weir(["login", server.url], `${made.key}\n`)).code).toBe(0);
  await owner.call("DELETE", `./api-keys/${made.uuid}`);
  const stored = await weir(["group", "list", "--url", server.url]);
  expect(stored).toMatchObject({ code: 1, stdout: "" });
  expect(stored.stderr).toContain("revoked");
  expect(stored.stderr).toContain(`weir login ${server.url}`);
  const given = await weir(["group", "list", "--url", server.url], "", { WEIR_API_KEY: made.key });
  expect(given).toMatchObject({ code: 1, stdout: "" });
  expect(given.stderr).toContain("set WEIR_API_KEY");
  expect((await weir(["logout", server.url])).code).toBe(0);
});

test("uses a stored key within its scopes and account, until weir logout", async () => {
  const stored = await weir(["login", server.url], `${key}\n`);
  expect(stored).toMatchObject({ code: 0, stderr: "" });
  expect(stored.stdout).not.toContain(key);
  expect(statSync(join(home.path, "weir", "logins.json")).mode & 0o777).toBe(0o600);
  expect((await weir(["group", "create", "Cellar", "--url", server.url])).code).toBe(0);
  const listed = await weir(["group", "list", "--json"], "", { WEIR_URL: server.url });
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: "Cellar", device_count: 0 }]);
  expect((await weir(["secret", "list", "--url", server.url])).stderr).toContain("chains:read");
  expect((await weir(["group", "list", "--account", "Other", "--url", server.url])).stderr).toContain(
    "API key is for the account",
  );
  expect((await weir(["logout", server.url])).stdout).toContain("Deleted the stored key");
  expect((await weir(["group", "list", "--url", server.url])).code).toBe(1);
});

test("takes the key from the environment, and names an address that does not answer", async () => {
  const env = { WEIR_API_KEY: key };
  expect((await weir(["group", "list", "--url", server.url], "", env)).stdout).toContain("Cellar");
  expect((await weir(["group", "list", "--url", "http://127.0.0.1:1"], "", env)).stderr).toContain(
    "Cannot reach http://127.0.0.1:1",
  );
  expect((await weir(["group", "list", "--url", "weir.example.org"], "", env)).stderr).toContain(
    "is not a server address",
  );
});

test("lists and changes alarms, dead letters and messages with a key", async () => {
  const env = { WEIR_API_KEY: key, WEIR_URL: server.url };
  expect((await weir(["outbox", "list"], "", env)).stdout).toStartWith("No messages yet. ");
  expect((await weir(["outbox", "retry", "7", "8"], "", env)).stderr).toBe(
    "error: There are no messages 7, 8 in the outbox.\n",
  );
  expect((await weir(["dead-letter", "list"], "", env)).stdout).toStartWith("No dead letters. ");
  expect((await weir(["account", "limits"], "", env)).stdout).toMatch(/^Default +devices +0 +\d+ /m);
  expect((await weir(["dead-letter", "replay", "--all"], "", env)).stdout).toBe("Nothing to replay.\n");
});

test("does not use the server of WEIR_URL for commands on the data folder", async () => {
  const env = { WEIR_API_KEY: key, WEIR_URL: server.url };
  const { stderr } = await weir(["status", "--data", join(home.path, "nothing")], "", env);
  expect(stderr).toContain("does not exist");
  const { stdout } = await weir(["status", "--data", home.path], "", env);
  expect(stdout).toMatch(/^Server +not running/);
});

test("dry-runs a chain from a file there, without any effect", async () => {
  const scopes = ["account:read", "chains:read", "chains:write"];
  const made = await owner.call("POST", "./api-keys", { name: "Rules", scopes });
  const file = join(home.path, "chain.json");
  const definition = { nodes: [{ id: "input", type: "input", config: {} }], wires: [] };
  writeFileSync(file, JSON.stringify({ format: "weir-chain", version: 1, name: "Nothing", definition }));
  const args = ["chain", "test", "--file", file, "--value", "3.5", "--url", server.url];
  const { code, stdout } = await weir(args, "", { WEIR_API_KEY: made.json.key });
  expect(code).toBe(0);
  expect(stdout).toStartWith(`Chain Nothing from ${file}:`);
  expect(stdout).toContain("Ended without being saved at node input, output out.");
});
