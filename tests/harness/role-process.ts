import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { isNodeReady } from "../../scripts/cluster/start-node.ts";
import { freePort } from "./free-port.ts";
import { waitUntil } from "./wait-until.ts";

const weirCommand = fileURLToPath(new URL("../../bin/weir", import.meta.url));

/** One process of a cluster, or with "all" one that supervises a process for each role. */
export interface ClusterNode {
  readonly role: ProcessRole | "all";
  /** Its address, if its role listens. */
  readonly url: string;
  readonly process: Bun.Subprocess;
}

interface RoleOptions {
  readonly role: ProcessRole | "all";
  /** Settings by their names in the environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Standard output and error are appended to this file. */
  readonly logFile: string;
}

/** Starts `weir serve --role` on a free port without waiting for it. */
export function launchRole({ role, env, logFile }: RoleOptions): ClusterNode {
  const port = freePort();
  const log = openSync(logFile, "a");
  const process = Bun.spawn([weirCommand, "serve", "--role", role], {
    env: {
      ...withoutSettings(),
      WEIR_PORT: String(port),
      WEIR_DEMO: "false",
      WEIR_RATE_LIMIT: "1000000000",
      ...env,
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  return { role, url: `http://127.0.0.1:${port}`, process };
}

export async function untilNodeReady({ role, url, process }: ClusterNode): Promise<void> {
  await waitUntil(
    `${role} is ready`,
    async () => {
      if (process.exitCode !== null) throw new Error(`The ${role} process ended before it was ready.`);
      return isNodeReady(Number(new URL(url).port));
    },
    60_000,
  );
}

function withoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_")));
}
