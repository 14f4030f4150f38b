import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { unwrap } from "@weir/protocol/result";
import { loadConfig } from "../../packages/server/src/config/load-config.ts";
import type { RunningProcess } from "../harness/running-process.ts";
import type { WeirInstallation } from "../harness/weir-installation.ts";

/** Starts another processor beside the one that the server runs, which should be stopped meanwhile. */
export function startSecondProcessor(
  { dataDir, notesDir }: Pick<WeirInstallation, "dataDir" | "notesDir">,
  first: RunningProcess,
): Bun.Subprocess {
  const command = readFileSync(`/proc/${first.pid}/cmdline`, "utf8").split("\0").slice(0, -1);
  // The lock of the role would keep it out, so the other one gets its own lock file.
  rmSync(join(dataDir, "process.lock"));
  const { config } = unwrap(loadConfig({ flags: { data: dataDir }, env: {}, cwd: notesDir }));
  const other = Bun.spawn(command, { stdio: ["ignore", "ignore", "ignore"], ipc: () => undefined });
  other.send({ kind: "start", config });
  return other;
}
