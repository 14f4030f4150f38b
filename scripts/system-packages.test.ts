import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tempFolder } from "../tests/harness/temp-folder.ts";
import { ensureSystemPackages, installNothing } from "./system-packages.ts";

const nobody = 65_534;

describe("ensureSystemPackages", () => {
  test("installs nothing if every command exists", async () => {
    expect(await ensureSystemPackages([{ command: "sh", package: "dash" }])).toEqual({
      ok: true,
      installed: [],
    });
  });

  // In a process of its own, because a process cannot get its former user id back.
  test("names the packages, each once, to a user who may not install", async () => {
    const module = fileURLToPath(new URL("./system-packages.ts", import.meta.url));
    const script = `
      const { ensureSystemPackages } = await import(${JSON.stringify(module)});
      if (process.getuid() === 0) process.setuid(${nobody});
      console.log(JSON.stringify(await ensureSystemPackages([
        { command: "sh", package: "dash" },
        { command: "weir-no-such-command", package: "no-such-package" },
        { command: "weir-no-other-command", package: "no-such-package" },
      ])));`;
    const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "inherit" });
    expect(JSON.parse(await new Response(child.stdout).text())).toEqual({
      ok: false,
      problem: "Not installed: no-such-package. On Debian: sudo apt-get install no-such-package",
    });
  });
});

describe.skipIf(process.getuid?.() !== 0 || !existsSync("/etc/debian_version"))(
  "apt-get as root on Debian",
  () => {
    test("installs the other packages if one is not available, and names that one", async () => {
      using folder = tempFolder();
      expect(await ensureWithFakeApt(folder.path)).toMatchObject({
        ok: false,
        problem: "apt-get could not install no-such-package: E: Unable to locate package",
      });
      expect(existsSync(join(folder.path, "weir-new-command"))).toBe(true);
    });

    test("does not try again in test files after the runner has tried", async () => {
      using folder = tempFolder();
      const { problem } = await ensureWithFakeApt(folder.path, { [installNothing]: "1" });
      expect(problem).toStartWith("Not installed: new-package no-such-package.");
      expect(existsSync(join(folder.path, "weir-new-command"))).toBe(false);
    });
  },
);

/** An apt-get that knows one package, which contains one command. */
async function ensureWithFakeApt(
  folder: string,
  env: Record<string, string> = {},
): Promise<{ problem?: string }> {
  const apt = `#!/bin/sh
case "$*" in *no-such-package*) echo "E: Unable to locate package" >&2; exit 100;; *new-package*) cp "$0" ${folder}/weir-new-command;; esac
`;
  writeFileSync(join(folder, "apt-get"), apt, { mode: 0o755 });
  const script = `
    const { ensureSystemPackages } = await import(${JSON.stringify(fileURLToPath(new URL("./system-packages.ts", import.meta.url)))});
    console.log(JSON.stringify(await ensureSystemPackages([
      { command: "weir-new-command", package: "new-package" },
      { command: "weir-no-such-command", package: "no-such-package" },
    ])));`;
  const { [installNothing]: _, ...inherited } = process.env;
  const child = Bun.spawn([process.execPath, "-e", script], {
    env: { ...inherited, PATH: `${folder}:${process.env.PATH}`, ...env },
    stdout: "pipe",
    stderr: "ignore",
  });
  return JSON.parse(await child.stdout.text());
}
