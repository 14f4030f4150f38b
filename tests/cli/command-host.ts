/**
 * Runs commands one after the other in a process that has loaded them already. A command that opens a data folder takes a
 * quarter of a second of CPU in a process of its own, and most of that is its start. `hosted-command.ts` starts this process.
 */
import { runCommandLine } from "../../packages/server/src/cli/run-command-line.ts";
import type { CommandResult, HostedCommand } from "./hosted-command.ts";

process.on("message", async (command: HostedCommand) => process.send!(await run(command)));
process.on("disconnect", () => process.exit(0));

async function run({ args, env }: HostedCommand): Promise<CommandResult> {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
  const stdout = noteWritten(process.stdout);
  const stderr = noteWritten(process.stderr);
  const code = await runCommandLine(args);
  // Each command adds a listener.
  process.stdout.removeAllListeners("error");
  return { code, stdout: Buffer.concat(stdout).toString(), stderr: Buffer.concat(stderr).toString() };
}

/** Collects what is written to the stream from now on, instead of writing it. */
function noteWritten(stream: NodeJS.WriteStream): readonly Uint8Array[] {
  const written: Uint8Array[] = [];
  stream.write = (chunk: string | Uint8Array) => {
    written.push(Buffer.from(chunk));
    return true;
  };
  return written;
}
