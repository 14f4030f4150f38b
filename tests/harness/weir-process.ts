import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  childrenOf,
  findProcess,
  findProcesses,
  isRunning,
  type RunningProcess,
  signalProcess,
} from "./running-process.ts";
import { waitUntil } from "./wait-until.ts";

const weirCommand = fileURLToPath(new URL("../../bin/weir", import.meta.url));

export interface WeirProcessOptions {
  readonly dataDir: string;
  readonly port: number;
  /** Standard output and error of the server and its processor are added to this file. */
  readonly logFile: string;
  /** Settings by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server as its child, such as a tracer. */
  readonly under?: readonly string[];
  /** A file that is loaded before Weir in each of its processes. For deliberately broken variants. */
  readonly preload?: string;
}

/** One life of a real `weir serve`: a server process and the processor it keeps. Signals reach only these two. */
export class WeirProcess {
  readonly url: string;
  readonly #spawned: Bun.Subprocess;
  readonly #isWrapped: boolean;
  readonly #dataDir: string;
  #server: RunningProcess | null = null;

  constructor(options: WeirProcessOptions) {
    const { dataDir, port, logFile, env = {}, under = [], preload } = options;
    this.url = `http://127.0.0.1:${port}`;
    this.#isWrapped = under.length > 0;
    this.#dataDir = dataDir;
    const log = openSync(logFile, "a");
    this.#spawned = Bun.spawn([...under, weirCommand, "serve"], {
      env: {
        ...environmentWithoutSettings(),
        WEIR_DATA: dataDir,
        WEIR_PORT: String(port),
        WEIR_DEMO: "false",
        WEIR_RATE_LIMIT: "1000000000",
        ...(preload === undefined ? {} : { BUN_OPTIONS: `--preload=${preload}` }),
        ...env,
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
  }

  /** The exit code; null when a signal ended it. Under a wrapper: the wrapper's. */
  get exited(): Promise<number | null> {
    return this.#spawned.exited.then(() => this.#spawned.exitCode);
  }

  get hasExited(): boolean {
    return this.#spawned.exitCode !== null || this.#spawned.signalCode !== null;
  }

  server(): RunningProcess | null {
    if (this.hasExited) return null;
    this.#server ??= this.#isWrapped
      ? (childrenOf(this.#spawned.pid)[0] ?? null)
      : findProcess(this.#spawned.pid);
    return this.#server !== null && isRunning(this.#server) ? this.#server : null;
  }

  /** The processor of the moment; null while there is none. */
  processor(): RunningProcess | null {
    const server = this.server();
    return this.runningProcessors().find(({ parentPid }) => parentPid === server?.pid) ?? null;
  }

  /** Every processor of the data folder, also one whose server is gone. */
  runningProcessors(): RunningProcess[] {
    return findProcesses((words) => words.includes("process") && words.includes(this.#dataDir));
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/readyz`)).status === 200;
    } catch {
      return false;
    }
  }

  async untilReady(): Promise<this> {
    await waitUntil("the server is ready", async () => {
      if (this.hasExited) throw new Error("The server ended before it was ready.");
      return this.isReady();
    });
    return this;
  }

  async untilProcessorRuns(): Promise<RunningProcess> {
    await waitUntil("a processor runs", () => this.processor() !== null);
    return this.processor()!;
  }

  signalServer(signal: NodeJS.Signals): void {
    const server = this.server();
    if (server !== null) signalProcess(server, signal);
  }

  /** SIGKILL for the server alone; resolves when it is gone. Its processor is left to notice. */
  async killServer(): Promise<void> {
    this.signalServer("SIGKILL");
    await waitUntil("the server is gone", () => this.server() === null);
    if (!this.#isWrapped) await this.#spawned.exited;
  }

  /** SIGKILL for both, the server first, so that it cannot start another processor. */
  async killAll(): Promise<void> {
    await this.killServer();
    await waitUntil("no processor is left", () => {
      const left = this.runningProcessors();
      for (const processor of left) signalProcess(processor, "SIGKILL");
      return left.length === 0;
    });
    await this.#spawned.exited;
  }

  async untilProcessorsEnded(): Promise<void> {
    await waitUntil("the processor has ended", () => this.runningProcessors().length === 0);
  }

  /** SIGTERM, as an operator stops it; the exit code. */
  async stop(): Promise<number | null> {
    this.signalServer("SIGTERM");
    return this.exited;
  }
}

/** What the developer's own shell sets for Weir must not leak into a test. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_")));
}
