import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { tempFolder } from "../harness/temp-folder.ts";
import { runHosted } from "./hosted-command.ts";
import { createDevice, plainEnvironment, weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
beforeAll(() => createDevice(folder.path, "a"));
afterAll(() => folder[Symbol.dispose]());

test.each([
  [0, ["chain", "list", "--data", folder.path]],
  [0, ["serve", "--help"]],
  [1, ["chain", "show", "Nobody’s", "--json", "--data", folder.path]],
  [2, ["device", "show"]],
])("a command that ends with %d says the same as in a process of its own: %j", async (code, args) => {
  const own = await weir(args);
  expect(own.code).toBe(code);
  expect(await runHosted({ args, env: plainEnvironment() })).toEqual(own);
});

test("a command does not see the settings of the one before", async () => {
  const port = async (env: Record<string, string>) => {
    const result = await runHosted({ args: ["config", "--json"], env: plainEnvironment(env) });
    return JSON.parse(result!.stdout).port.value;
  };
  const usual = await port({});
  expect([await port({ WEIR_PORT: "9000" }), await port({})]).toEqual([9000, usual]);
  expect(usual).not.toBe(9000);
});

test("a command has a process of its own while another one runs", async () => {
  const command = { args: ["chain", "list", "--data", folder.path], env: plainEnvironment() };
  const [first, second] = await Promise.all([runHosted(command), runHosted(command)]);
  expect(first!.code).toBe(0);
  expect(second).toBeNull();
});
