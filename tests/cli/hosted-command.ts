import { join } from "node:path";

export interface HostedCommand {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

let host: Bun.Subprocess | null = null;
let settle: PromiseWithResolvers<CommandResult> | null = null;

/** Runs a command in the shared process. Returns null if another command is running there. */
export async function runHosted(command: HostedCommand): Promise<CommandResult | null> {
  if (settle !== null) return null;
  settle = Promise.withResolvers();
  try {
    host ??= startHost();
    host.send(command);
    return await settle.promise;
  } finally {
    settle = null;
  }
}

/** The shared process ends together with this one. */
function startHost(): Bun.Subprocess {
  return Bun.spawn([process.execPath, join(import.meta.dir, "command-host.ts")], {
    cwd: join(import.meta.dir, "..", ".."),
    stdio: ["ignore", "inherit", "inherit"],
    ipc: (result: CommandResult) => settle?.resolve(result),
    onExit: () => {
      host = null;
      settle?.reject(new Error("The process that runs commands has ended."));
    },
  });
}
