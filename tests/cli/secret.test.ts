import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { createDevice, plainEnvironment, weir, weirJson } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
beforeAll(async () => {
  await createDevice(folder.path, "a");
});
afterAll(() => folder[Symbol.dispose]());

const secret = (...args: string[]) => weir(["secret", ...args, "--data", folder.path]);
const value = async (...args: string[]) => (await secret("show", ...args)).stdout.replace(/\n$/, "");

async function setFromInput(name: string, input: string): Promise<number> {
  const root = join(import.meta.dir, "..", "..");
  const child = Bun.spawn(["bin/weir", "secret", "set", name, "--data", folder.path], {
    cwd: root,
    env: plainEnvironment(),
    stdin: Buffer.from(input),
    stdout: "pipe",
    stderr: "inherit",
  });
  expect(await child.stdout.text()).not.toContain(input.trim());
  return child.exited;
}

test("gives every account a secret that signs its webhooks, and can replace it", async () => {
  const first = await value("webhook");
  expect(first).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect((await secret("set", "webhook", "--generate")).code).toBe(0);
  const second = await value("webhook");
  expect(second).toMatch(/^whsec_/);
  expect(second).not.toBe(first);
  expect((await secret("remove", "webhook")).stderr).toContain("Change its value instead");
});

test("reads a value from standard input or the command line, and deletes it with the secret", async () => {
  expect(await setFromInput("broker", "correct horse \n")).toBe(0);
  expect(await value("broker")).toBe("correct horse ");
  const set = await secret("set", "broker", "--value", "battery staple");
  expect(set.stdout).toBe("Set secret broker of account Default.\n");
  expect(await weirJson<object>(["secret", "show", "broker", "--json", "--data", folder.path])).toMatchObject(
    {
      name: "broker",
      value: "battery staple",
    },
  );
  expect((await secret("list")).stdout).toMatch(/^broker +\d{4}-/m);
  const listed = await secret("list", "--json");
  expect((JSON.parse(listed.stdout) as { name: string }[]).map(({ name }) => name)).toEqual([
    "broker",
    "webhook",
  ]);
  expect(listed.stdout).not.toContain("battery staple");
  expect((await secret("remove", "broker")).code).toBe(0);
  expect((await secret("show", "broker")).stderr).toBe('error: The account has no secret "broker".\n');
});

test("keeps the secrets of accounts apart", async () => {
  await weirJson(["account", "create", "North", "--json", "--data", folder.path]);
  expect((await secret("set", "own", "--value", "x", "--account", "North")).code).toBe(0);
  expect((await secret("show", "own")).code).toBe(1);
  expect(await value("own", "--account", "North")).toBe("x");
  expect(await value("webhook", "--account", "North")).not.toBe(await value("webhook"));
});

test("refuses bad names, a missing value and two values", async () => {
  expect((await secret("set", "a b", "--value", "x")).code).toBe(1);
  expect((await secret("set", "a", "--value", "")).stderr).toContain("1 to 4096 characters");
  expect((await secret("set", "a", "--value", "x", "--generate")).code).toBe(2);
});
