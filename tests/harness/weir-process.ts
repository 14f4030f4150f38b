import { closeSync, openSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { mainVariable, sourceMain } from "../../scripts/build-server.ts";
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
  /** Standard output and error of the server and its processor are appended to this file. */
  readonly logFile: string;
  /** Settings by their names in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  /** A command that runs the server as its child, such as a tracer. */
  readonly under?: readonly string[];
  /** A file that is loaded before Weir in each of its processes, for deliberately broken variants. */
  readonly preload?: string;
}

/** The roles that have their own process. */
export const roles = ["ingest", "process", "manage"] as const;
export type Role = (typeof roles)[number];

/** One run of a real `weir serve`: the server that starts the processes of the roles. Signals reach only these. */
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
        // The default depends on the machine.
        WEIR_INGEST_THREADS: "1",
        // It changes the sources, so it would not affect a build of them.
        ...(preload === undefined ? {} : { BUN_OPTIONS: `--preload=${preload}`, [mainVariable]: sourceMain }),
        ...env,
      },
      stdio: ["ignore", log, log],
    });
    closeSync(log);
  }

  /** The exit code; null if a signal ended it. Under a wrapper, it is the wrapper's. */
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

  /** The current processor; null while there is none. */
  processor(): RunningProcess | null {
    return this.role("process");
  }

  /** The process that currently has the role; null while there is none. */
  role(role: Role): RunningProcess | null {
    const server = this.server();
    return this.#running([role]).find(({ parentPid }) => parentPid === server?.pid) ?? null;
  }

  /** Every process of these roles on the data folder, including those whose server is gone. */
  #running(wanted: readonly Role[]): RunningProcess[] {
    return findProcesses(
      (words) =>
        wanted.some((role) => words.includes(role)) &&
        words.includes("role") &&
        words.includes(this.#dataDir),
    );
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

  untilProcessorRuns(): Promise<RunningProcess> {
    return this.untilRoleRuns("process");
  }

  /** All processors, of which there are this many. */
  async untilProcessorsRun(count: number): Promise<readonly RunningProcess[]> {
    let found: readonly RunningProcess[] = [];
    await waitUntil(`${count} processors run`, () => {
      const server = this.server();
      found = this.#running(["process"]).filter(({ parentPid }) => parentPid === server?.pid);
      return found.length === count;
    });
    return found;
  }

  async untilRoleRuns(role: Role): Promise<RunningProcess> {
    // Kept when it is found, because a process that fails at once may be gone at the next look.
    let found: RunningProcess | null = null;
    await waitUntil(`a process of the role ${role} runs`, () => {
      found = this.role(role);
      return found !== null;
    });
    return found!;
  }

  signalServer(signal: NodeJS.Signals): void {
    const server = this.server();
    if (server !== null) signalProcess(server, signal);
  }

  /**
   * Sends SIGKILL to the server alone and resolves when it is gone. The processes of the roles have to notice by
   * themselves.
   */
  async killServer(): Promise<void> {
    this.signalServer("SIGKILL");
    await waitUntil("the server is gone", () => this.server() === null);
    if (!this.#isWrapped) await this.#spawned.exited;
  }

  /** Sends SIGKILL to all, to the server first, so that it cannot start others. */
  async killAll(): Promise<void> {
    const seen = this.#running(roles);
    await this.killServer();
    await this.#untilGone(seen, (process) => signalProcess(process, "SIGKILL"));
    await this.#spawned.exited;
  }

  async untilRolesEnded(): Promise<void> {
    await this.#untilGone(this.#running(roles));
  }

  /**
   * A process has no command line from when its first thread has ended, while another thread may still wait for the disk
   * and hold locks. So processes that were seen once are looked for by their ids.
   */
  async #untilGone(
    seen: RunningProcess[],
    onFound: (process: RunningProcess) => void = () => {},
  ): Promise<void> {
    await waitUntil("no process of a role is left", () => {
      const found = this.#running(roles);
      found.forEach(onFound);
      seen.push(...found);
      return !seen.some(isRunning);
    });
  }

  /** Sends SIGTERM, as an operator does, and resolves to the exit code. */
  async stop(): Promise<number | null> {
    this.signalServer("SIGTERM");
    return this.exited;
  }
}

/** Settings of Weir in the developer's own shell must not leak into a test. */
function environmentWithoutSettings(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("WEIR_")));
}
