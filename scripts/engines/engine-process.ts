import { closeSync, openSync } from "node:fs";
import type { Subprocess } from "bun";

/** Where programs for administrators are, besides those that a user's PATH leads to. */
const searchPath = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;
const startTimeoutMs = 30_000;
const lookEveryMs = 20;

interface EngineOptions {
  /** How the engine is called in messages. */
  readonly name: string;
  readonly command: readonly string[];
  /** What the engine prints is kept here. */
  readonly logFile: string;
  readonly isReady: () => Promise<boolean>;
}

/** A server program that was started here and ends with `stop` or `kill`. */
export class EngineProcess {
  readonly #run: Subprocess;

  private constructor(run: Subprocess) {
    this.#run = run;
  }

  /** Resolves when the engine is ready. */
  static async start({ name, command, logFile, isReady }: EngineOptions): Promise<EngineProcess> {
    const [program = "", ...args] = command;
    const log = openSync(logFile, "a");
    const run = Bun.spawn([Bun.which(program, { PATH: searchPath }) ?? program, ...args], {
      ...{ stdin: "ignore", stdout: log, stderr: log },
      // In a group of its own: Ctrl-C in a terminal is for whoever started the engine, and stops it in good order.
      detached: true,
    });
    closeSync(log);
    const engine = new EngineProcess(run);
    const deadlineMs = performance.now() + startTimeoutMs;
    while (!(await isReady())) {
      if (run.exitCode === null && performance.now() < deadlineMs) {
        await Bun.sleep(lookEveryMs);
        continue;
      }
      await engine.kill();
      throw new Error(`${name} did not start. Its log: ${await Bun.file(logFile).text()}`);
    }
    return engine;
  }

  get pid(): number {
    return this.#run.pid;
  }

  signal(signal: NodeJS.Signals): void {
    this.#run.kill(signal);
  }

  async stop(signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
    this.#run.kill(signal);
    await this.#run.exited;
  }

  async kill(): Promise<void> {
    await this.stop("SIGKILL");
  }
}

export async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data: () => undefined } });
    socket.end();
    return true;
  } catch {
    return false;
  }
}
