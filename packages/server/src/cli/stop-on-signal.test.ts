import { expect, test } from "bun:test";
import { join } from "node:path";

/** Runs a process whose start never ends. It says when it listens to signals. */
const script = `
import { createLog } from ${JSON.stringify(join(import.meta.dir, "../platform/log.ts"))};
import { stopOnSignal } from ${JSON.stringify(join(import.meta.dir, "stop-on-signal.ts"))};
stopOnSignal(new Promise(() => undefined), createLog("info", "server"), { waitMs: 50 });
setInterval(() => undefined, 1000);
console.log("waiting");
`;

test.each(["SIGTERM", "SIGINT"] as const)(
  "the first %s ends a server whose start never ends",
  async (signal) => {
    const child = Bun.spawn([process.execPath, "-e", script], { stdout: "pipe", stderr: "pipe" });
    const output = child.stdout.getReader();
    await output.read();
    child.kill(signal);
    expect(await child.exited).toBe(0);
    expect(await child.stderr.text()).toContain("stopped before it had started");
  },
);
