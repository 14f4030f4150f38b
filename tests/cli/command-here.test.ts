/** Most tests run commands in their own process. They say the same there as when people run them. */
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { tempFolder } from "../harness/temp-folder.ts";
import { runCommandHere } from "./command-here.ts";
import { createDevice, plainEnvironment, type ServingWeir, serve, weirProcess } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

const folder = tempFolder();
const data = ["--data", folder.path];
const chain = join(import.meta.dir, "../../docs/guide/chains/freezer-alarm.json");
beforeAll(() => createDevice(folder.path, "a"));
afterAll(() => folder[Symbol.dispose]());

/** Runs the command in both ways. Its process has to end by itself. */
async function expectSame(code: number, args: readonly string[]): Promise<void> {
  const own = await weirProcess(args);
  expect(own.code).toBe(code);
  expect(own.stdout + own.stderr).not.toBe("");
  expect(await runCommandHere(args, plainEnvironment())).toEqual(own);
}

test.each([
  [0, ["serve", "--help"]],
  [2, ["device", "show"]],
  [0, ["status", ...data]],
  [0, ["chain", "list", ...data]],
  [1, ["chain", "show", "Nobody’s", "--json", ...data]],
  // A thread works for this one.
  [0, ["chain", "test", "--file", chain, "--value", "1", "--at", "2026-01-31T14:05:09Z", "--json", ...data]],
])("a command that ends with %d says the same as in a process of its own: %j", expectSame);

describe("beside a running server", () => {
  let server: ServingWeir;
  beforeAll(async () => {
    server = await serve(folder.path);
  });
  afterAll(() => server[Symbol.asyncDispose]());

  test.each([
    [0, ["device", "list", "--json"]],
    [1, ["alarm", "show", "999"]],
  ])("a command that ends with %d says the same as in a process of its own: %j", (code, args) =>
    expectSame(code, [...args, ...data]),
  );

  test("a command for a server elsewhere says the same as in a process of its own", () =>
    expectSame(1, ["group", "list", "--url", server.url]));
});

test("a command does not see the settings of the one before, and leaves the environment as it was", async () => {
  const before = { ...process.env };
  const port = async (env: Record<string, string>) => {
    const result = await runCommandHere(["config", "--json"], plainEnvironment(env));
    return JSON.parse(result!.stdout).port.value;
  };
  const usual = await port({});
  expect(usual).not.toBe(9000);
  expect(await port({ WEIR_PORT: "9000" })).toBe(9000);
  expect(process.env).toEqual(before);
  expect(await port({})).toBe(usual);
});

test("a command has a process of its own while another one runs", async () => {
  const run = () => runCommandHere(["chain", "list", ...data], plainEnvironment());
  const [first, second] = await Promise.all([run(), run()]);
  expect(first!.code).toBe(0);
  expect(second).toBeNull();
});
