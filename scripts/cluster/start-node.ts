import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { ProcessRole } from "@weir/protocol/closed-sets";
import { EngineProcess } from "../engines/engine-process.ts";

const weirCommand = join(import.meta.dir, "../../bin/weir");

export interface NodeOptions {
  readonly name: string;
  readonly role: ProcessRole;
  /** A folder for this process alone. */
  readonly folder: string;
  readonly port: number;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly under: readonly string[];
}

/** Starts a process of Weir. A process that answers requests is ready when it says so itself. */
export async function startNode(options: NodeOptions): Promise<EngineProcess> {
  const { name, role, folder, port, env, under } = options;
  mkdirSync(folder, { recursive: true });
  return EngineProcess.start({
    name,
    under,
    logFile: nodeLogFile(folder),
    command: [weirCommand, "serve", "--role", role],
    env: { ...process.env, ...env, WEIR_DATA: folder, WEIR_PORT: String(port) },
    isReady: async () => !answersRequests(role) || (await isNodeReady(port)),
  });
}

export function nodeLogFile(folder: string): string {
  return join(folder, "weir.log");
}

export function answersRequests(role: ProcessRole): boolean {
  return role === "ingest" || role === "manage";
}

export async function isNodeReady(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { keepalive: false });
    return answer.ok;
  } catch {
    return false;
  }
}
