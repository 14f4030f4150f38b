import { createHash } from "node:crypto";
import { existsSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { ControlChange } from "./control-store.ts";
import type { ServerStatus } from "./server-status.ts";

/**
 * How commands reach the server that runs on the same data folder: HTTP on a socket that only the folder's owner can
 * open. A command that changed control data says so here and waits until the server works by it.
 */
export interface ControlHandlers {
  changed(change: ControlChange): Promise<void>;
  /** Brings what the server only holds in memory to where commands read it. */
  flush(): Promise<void>;
  status(): ServerStatus;
}

export interface ControlSocket {
  close(): void;
}

/** Socket paths are cut off by the system at 108 bytes; a deeper data folder gets a short name elsewhere. */
const socketPathBytesMax = 100;
const answerTimeoutMs = 15_000;

export function listenControl(dataDir: string, handlers: ControlHandlers): ControlSocket {
  const path = socketPath(dataDir);
  rmSync(path, { force: true });
  const previousMask = process.umask(0o177);
  try {
    const server = Bun.serve({
      unix: path,
      routes: {
        "/changed": {
          POST: async (request) => {
            await handlers.changed((await request.json()) as ControlChange);
            return new Response(null, { status: 204 });
          },
        },
        "/flush": {
          POST: async () => {
            await handlers.flush();
            return new Response(null, { status: 204 });
          },
        },
        "/status": () => Response.json(handlers.status()),
      },
      error: (error) => new Response(error.message, { status: 500 }),
    });
    return {
      close: () => {
        server.stop(true);
        rmSync(path, { force: true });
      },
    };
  } finally {
    process.umask(previousMask);
  }
}

/** Tells the running server, if there is one. Rejects when it is there and did not confirm. */
export async function announceChange(dataDir: string, change: ControlChange): Promise<void> {
  await call(dataDir, "/changed", { method: "POST", body: JSON.stringify(change) });
}

export async function flushServer(dataDir: string): Promise<void> {
  await call(dataDir, "/flush", { method: "POST" });
}

/** Null when no server is running. */
export async function serverStatus(dataDir: string): Promise<ServerStatus | null> {
  const response = await call(dataDir, "/status", {});
  return response === null ? null : ((await response.json()) as ServerStatus);
}

async function call(dataDir: string, path: string, init: RequestInit): Promise<Response | null> {
  const unix = socketPath(dataDir);
  if (!existsSync(unix)) return null;
  let response: Response;
  try {
    response = await fetch(`http://weir${path}`, {
      ...init,
      unix,
      signal: AbortSignal.timeout(answerTimeoutMs),
    });
  } catch (error) {
    if (isNobodyThere(error)) return null;
    throw error;
  }
  if (!response.ok)
    throw new Error(`The running server answered ${response.status}: ${await response.text()}`);
  return response;
}

/** A socket left behind by a server that was killed. */
function isNobodyThere(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return (
    code === "ECONNREFUSED" ||
    code === "ConnectionRefused" ||
    code === "ENOENT" ||
    code === "FailedToOpenSocket"
  );
}

function socketPath(dataDir: string): string {
  const inFolder = join(resolve(dataDir), "control.sock");
  if (Buffer.byteLength(inFolder) <= socketPathBytesMax) return inFolder;
  const name = createHash("sha256").update(inFolder).digest("hex").slice(0, 24);
  return join(tmpdir(), `weir-${name}.sock`);
}
