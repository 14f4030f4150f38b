import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandTree } from "../../packages/server/src/cli/command-tree.ts";
import { commands } from "../../packages/server/src/cli/commands.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { weir } from "./weir-command.ts";

// Each test starts processes, which takes a while on a busy machine.
setDefaultTimeout(60_000);

async function paths(tree: CommandTree, above: readonly string[] = []): Promise<string[][]> {
  const found: string[][] = [];
  for (const [name, entry] of Object.entries(tree)) {
    const path = [...above, name];
    found.push(path, ...("example" in entry ? await paths(await entry.load(), path) : []));
  }
  return found;
}

describe("help", () => {
  test("lists every command of Weir, at once and with exit code 0", async () => {
    const { code, stdout, stderr } = await weir(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of Object.keys(commands)) expect(stdout).toMatch(new RegExp(`^ {2}${name} {2,}\\S`, "m"));
    expect(stdout).not.toContain("process");
    expect((await weir(["help"])).stdout).toBe(stdout);
  });

  test("of every command says what it does and which options it has, and ends with an example", async () => {
    for (const path of await paths(commands)) {
      const { code, stdout } = await weir([...path, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toStartWith(`Usage: weir ${path.join(" ")} `);
      const example = stdout.split(/^Examples?:$/m)[1]!;
      expect(example).toContain(`weir ${path.join(" ")}`);
      const isGroup = stdout.includes("\nCommands:\n");
      const isElsewhere = ["login", "logout", "cluster"].includes(path[0]!);
      const own = isGroup ? [] : ["--json", ...(isElsewhere ? [] : ["--data <dir>"])];
      for (const option of ["--help", ...own]) {
        expect(stdout).toContain(option);
      }
    }
  });

  test("can be requested in front of the command", async () => {
    const { stdout } = await weir(["device", "create", "--help"]);
    expect((await weir(["help", "device", "create"])).stdout).toBe(stdout);
  });

  test.each(["create", "update"])("of device %s says what strict handling still drops", async (command) => {
    const { stdout } = await weir(["device", command, "--help"]);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Unknown sensors, wrong shapes and future timestamps are dropped individually under both",
    );
  });
});

describe("incorrect usage", () => {
  test.each([
    [["devise", "list"], "Did you mean device?"],
    [["device", "craete"], "Did you mean create?"],
    [["serve", "--prot", "80"], "Did you mean --port?"],
    [["device", "create", "x"], "--sensor"],
    [["device", "create", "x", "--sensor", "a", "--contract", "stord"], "queued, stored"],
    [["device", "show"], "missing required argument"],
    [["device"], "Usage: weir device"],
    [[], "Usage: weir"],
    [["role"], "weir serve"],
  ])("gets exit code 2 and an explanation: %j", async (args, words) => {
    const { code, stdout, stderr } = await weir(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
  });

  test("is reported as an object with --json", async () => {
    const { code, stderr } = await weir(["device", "show", "--json"]);
    expect(code).toBe(2);
    expect(JSON.parse(stderr)).toEqual({
      error: { code: "usage", message: "missing required argument 'device'" },
    });
  });
});

test("prints the version with --version", async () => {
  const { stdout } = await weir(["--version"]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("shows the effective configuration and its sources, and hides the key", async () => {
  using folder = tempFolder();
  const file = join(folder.path, "weir.toml");
  writeFileSync(file, "rate_limit = 5\n");
  const env = { WEIR_ENTRIES_MAX: "7", WEIR_TOKEN_KEY: "ab".repeat(32) };
  const args = ["config", "--config", file, "--port", "9000", "--no-demo"];
  const { stdout } = await weir([...args, "--json"], env);
  expect(JSON.parse(stdout)).toMatchObject({
    rate_limit: { value: 5, origin: file },
    entries_max: { value: 7, origin: "WEIR_ENTRIES_MAX" },
    port: { value: 9000, origin: "--port" },
    demo: { value: false, origin: "--no-demo" },
    host: { value: "127.0.0.1", origin: "default" },
  });
  const table = await weir(args, env);
  expect(table.stdout).toMatch(/^port +9000 +--port$/m);
  expect(stdout + table.stdout).not.toContain("abab");
});
