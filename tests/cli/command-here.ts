import { runCommandLine } from "../../packages/server/src/cli/run-command-line.ts";

export interface CommandResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Environment = Readonly<Record<string, string>>;

let isRunning = false;

/**
 * Runs a command in this process and collects what it prints. In a process of its own, it would spend most of its time on
 * its start. Returns null if another command is running here, because both would have the same environment and output.
 */
export async function runCommandHere(
  args: readonly string[],
  env: Environment,
): Promise<CommandResult | null> {
  if (isRunning) return null;
  isRunning = true;
  const environment = { ...process.env } as Record<string, string>;
  const stdout = new CollectedOutput(process.stdout);
  const stderr = new CollectedOutput(process.stderr);
  try {
    replaceEnvironment(env);
    const code = await runCommandLine(args);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    stdout.end();
    stderr.end();
    replaceEnvironment(environment);
    isRunning = false;
  }
}

/** Object.assign alone would keep names that the other environment lacks. */
function replaceEnvironment(env: Environment): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
  Object.assign(process.env, env);
}

/** What is written to a stream from now on. Nothing reaches the stream, which is no terminal meanwhile. */
class CollectedOutput {
  readonly #stream: NodeJS.WriteStream;
  readonly #before: Pick<NodeJS.WriteStream, "write" | "isTTY">;
  readonly #listeners: readonly ((error: Error) => void)[];
  readonly #written: Uint8Array[] = [];

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
    this.#before = { write: stream.write, isTTY: stream.isTTY };
    this.#listeners = stream.listeners("error") as ((error: Error) => void)[];
    stream.isTTY = false;
    stream.write = (chunk: string | Uint8Array) => {
      this.#written.push(Buffer.from(chunk));
      return true;
    };
  }

  get text(): string {
    return Buffer.concat(this.#written).toString();
  }

  end(): void {
    Object.assign(this.#stream, this.#before);
    // Each command adds a listener.
    this.#stream.removeAllListeners("error");
    for (const listener of this.#listeners) this.#stream.on("error", listener);
  }
}
