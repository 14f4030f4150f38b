import { chmodSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { killProcesses, processTree } from "./process-tree.ts";

const stopTimeoutMs = 20_000;
const readyPollMs = 5;

interface ServiceOptions {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Whether the process answers. Called repeatedly until it does. */
  readonly isReady: () => Promise<boolean>;
  readonly readyTimeoutMs?: number;
}

interface Service {
  readonly pid: number;
  /** From the start of the process until it was ready. */
  readonly readyMs: number;
  stop(): Promise<void>;
}

/**
 * Everything the benchmark leaves on the machine while it runs: one temporary folder and the processes it
 * started. Both are removed when the benchmark ends, unless it is killed.
 */
export class Workspace {
  readonly #root = mkdtempSync(join(tmpdir(), "weir-bench-"));
  #names = 0;

  constructor() {
    // PostgreSQL runs as another user where this is run by root.
    chmodSync(this.#root, 0o711);
    process.on("exit", () => this.#abandon());
    process.on("SIGINT", () => process.exit(130));
    process.on("SIGTERM", () => process.exit(143));
    process.on("SIGHUP", () => process.exit(129));
  }

  /** An unused name in the folder. */
  path(name: string): string {
    this.#names++;
    return join(this.#root, `${name}-${this.#names}`);
  }

  folder(name: string): string {
    const path = this.path(name);
    mkdirSync(path);
    return path;
  }

  remove(path: string): void {
    rmSync(path, { recursive: true, force: true, maxRetries: 5 });
  }

  async start(name: string, options: ServiceOptions): Promise<Service> {
    const logPath = this.path(`${name}.log`);
    const log = openSync(logPath, "w");
    const startedMs = performance.now();
    const child = Bun.spawn([...options.command], {
      env: { ...process.env, ...options.env },
      stdio: ["ignore", log, log],
      ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    });
    await untilReady(name, child, options, logPath);
    const readyMs = performance.now() - startedMs;
    return { pid: child.pid, readyMs, stop: () => this.#stop(child) };
  }

  /** Runs a command to its end. */
  async run(command: readonly string[], cwd?: string): Promise<{ output: string; cpuMs: number }> {
    const child = Bun.spawn([...command], {
      stdio: ["ignore", "pipe", "pipe"],
      ...(cwd === undefined ? {} : { cwd }),
    });
    const [output, complaint] = await Promise.all([
      new Response(child.stdout).text(),
      new Response(child.stderr).text(),
    ]);
    const code = await child.exited;
    if (code !== 0) throw new Error(`${command[0]} ended with ${code}: ${complaint || output}`);
    const cpuMs = Number(child.resourceUsage()?.cpuTime.total ?? 0) / 1000;
    return { output, cpuMs };
  }

  async #stop(child: Subprocess): Promise<void> {
    const tree = processTree(child.pid);
    child.kill("SIGTERM");
    const timer = setTimeout(() => killProcesses(tree), stopTimeoutMs);
    await child.exited;
    clearTimeout(timer);
    killProcesses(tree);
  }

  #abandon(): void {
    killProcesses(processTree(process.pid).slice(1));
    this.remove(this.#root);
  }
}

async function untilReady(
  name: string,
  child: Subprocess,
  { isReady, readyTimeoutMs = 30_000 }: ServiceOptions,
  logPath: string,
): Promise<void> {
  const deadlineMs = performance.now() + readyTimeoutMs;
  while (!(await isReady().catch(() => false))) {
    const ended = child.exitCode !== null || child.signalCode !== null;
    if (ended || performance.now() > deadlineMs) {
      const fate = ended ? `ended with ${child.exitCode ?? child.signalCode}` : "did not become ready";
      throw new Error(`${name} ${fate}. Its output:\n${readFileSync(logPath, "utf8").slice(-4000)}`);
    }
    await Bun.sleep(readyPollMs);
  }
}

/** A port on 127.0.0.1 that nobody listens on. */
export function freePort(): number {
  const listener = Bun.listen({ hostname: "127.0.0.1", port: 0, socket: { data: () => undefined } });
  const { port } = listener;
  listener.stop(true);
  return port;
}
