import { closeSync, openSync, readFileSync } from "node:fs";
import type { Subprocess } from "bun";
import { childrenOf, type RunningProcess, signalProcess } from "../../tests/harness/running-process.ts";

/** Includes the folders of administrators' programs, which are often missing from a user's PATH. */
const searchPath = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;
const startTimeoutMs = 60_000;
const lookEveryMs = 20;
const linesShown = 20;
/** Processes that were killed are gone sooner, unless the kernel hangs. */
const killedMaxMs = 5000;

let isEndingAll = false;

/**
 * Ends every process that this one has started, with all their children, and starts no more engines. For a program that is
 * told to end: engines would go on without it.
 */
export async function endAllEngines(): Promise<void> {
  isEndingAll = true;
  const deadlineMs = performance.now() + killedMaxMs;
  for (;;) {
    const left = startedBy(process.pid);
    if (left.length === 0 || performance.now() > deadlineMs) return;
    for (const child of left) signalProcess(child, "SIGKILL");
    await Bun.sleep(lookEveryMs);
  }
}

/** The children of a process, and theirs. */
function startedBy(pid: number): RunningProcess[] {
  return childrenOf(pid).flatMap((child) => [child, ...startedBy(child.pid)]);
}

interface EngineOptions {
  /** The name of the engine in messages. */
  readonly name: string;
  readonly command: readonly string[];
  /** A command that executes the engine, for example with another clock. */
  readonly under?: readonly string[];
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The file for the output of the engine. */
  readonly logFile: string;
  /** Leaves it in the process group of this program, so that whoever ends the group ends the engine. */
  readonly endsWithGroup?: boolean;
  readonly isReady: () => Promise<boolean>;
}

/** A server program that was started here and is ended with `stop` or `kill`. */
export class EngineProcess {
  readonly #run: Subprocess;

  private constructor(run: Subprocess) {
    this.#run = run;
  }

  /** Resolves when the engine is ready. */
  static async start(options: EngineOptions): Promise<EngineProcess> {
    const { name, command, under = [], env = process.env, logFile, endsWithGroup = false, isReady } = options;
    if (isEndingAll) throw new Error(`${name} is not started, because the program ends.`);
    const [program = "", ...args] = command;
    const log = openSync(logFile, "a");
    const run = Bun.spawn([...under, Bun.which(program, { PATH: searchPath }) ?? program, ...args], {
      env,
      stdin: "ignore",
      stdout: log,
      stderr: log,
      // Usually in its own process group, because Ctrl-C in a terminal is for the program that started the engine, which
      // stops it in good order.
      detached: !endsWithGroup,
    });
    closeSync(log);
    const engine = new EngineProcess(run);
    const deadlineMs = performance.now() + startTimeoutMs;
    while (!(await isReady())) {
      if (!engine.hasExited && performance.now() < deadlineMs) {
        await Bun.sleep(lookEveryMs);
        continue;
      }
      await engine.kill();
      throw new Error(`${name} did not start. It logged:\n${lastLines(logFile)}`);
    }
    return engine;
  }

  get pid(): number {
    return this.#run.pid;
  }

  /** Resolves to the exit code; null if a signal ended it. */
  get exited(): Promise<number | null> {
    return this.#run.exited.then(() => this.#run.exitCode);
  }

  get hasExited(): boolean {
    return this.#run.exitCode !== null || this.#run.signalCode !== null;
  }

  signal(signal: NodeJS.Signals): void {
    this.#run.kill(signal);
  }

  /** Signals the process and its children. PostgreSQL has one for every connection. */
  signalAll(signal: NodeJS.Signals): void {
    const started = childrenOf(this.pid);
    this.signal(signal);
    for (const child of started) signalProcess(child, signal);
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

export function lastLines(logFile: string): string {
  return readFileSync(logFile, "utf8").trimEnd().split("\n").slice(-linesShown).join("\n");
}
