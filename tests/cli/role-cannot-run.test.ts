import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProcesses } from "../harness/running-process.ts";
import { tempFolder } from "../harness/temp-folder.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { plainEnvironment } from "./weir-command.ts";

const launcher = join(import.meta.dir, "../../bin/weir");

test.each(["ingest", "manage", "process"])(
  "ends with an error and status 1 when the %s role can never run",
  async (role) => {
    using folder = tempFolder();
    const preload = join(folder.path, "preload.ts");
    writeFileSync(preload, `if (process.argv.join(" ").includes(" role ${role} ")) process.exit(7);`);
    const data = join(folder.path, "data");
    const env = plainEnvironment({ BUN_OPTIONS: `--preload=${preload}`, WEIR_DEMO: "false" });
    const child = Bun.spawn([launcher, "serve", "--data", data, "--port", "0"], {
      env,
      stdin: "ignore",
      stdout: "ignore",
      stderr: "pipe",
    });
    expect(await child.exited).toBe(1);
    const errors = await child.stderr.text();
    expect(errors).toContain(`error: The ${role} role cannot run: its process ends before it can start.`);
    await waitUntil(
      "the other roles have ended",
      () => findProcesses((words) => words.includes(data)).length === 0,
    );
  },
  30_000,
);
