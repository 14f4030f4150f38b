import { describe, expect, test } from "bun:test";
import { fileURLToPath } from "node:url";
import { ensureSystemPackages } from "./system-packages.ts";

const nobody = 65_534;

describe("ensureSystemPackages", () => {
  test("installs nothing when every command is there", async () => {
    expect(await ensureSystemPackages([{ command: "sh", package: "dash" }])).toEqual({
      ok: true,
      installed: [],
    });
  });

  // A process of its own, because a user's id cannot be taken back.
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
