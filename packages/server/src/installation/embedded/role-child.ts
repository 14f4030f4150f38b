import type { Subprocess } from "bun";
import type { Log } from "../../platform/log.ts";
import { lowerProcess } from "../../platform/priority.ts";
import type { FromRole, SupervisedRole, ToRole } from "./role-messages.ts";

const firstRestartMs = 100;
const lastRestartMs = 10_000;
/** A process that lived this long was healthy; its next restart is quick again. */
const healthyAfterMs = 30_000;
/** Where they compete for a core, taking readings in comes first: what is queued is safe and can wait a moment. */
const niceness: Record<SupervisedRole, number> = { ingest: 0, process: 5, deliver: 5, manage: 5 };

export interface RoleChildOptions {
  readonly role: SupervisedRole;
  /** The command that runs the role. */
  readonly command: readonly string[];
  readonly log: Log;
  /** It runs, and has to be told how to start. */
  readonly onSpawned: () => void;
  readonly onMessage: (message: FromRole) => void;
  /** It died, and will be restarted. */
  readonly onDied: () => void;
}

/** Keeps the process of one role running: starts it, and restarts it with back-off when it dies. */
export class RoleChild {
  readonly #options: RoleChildOptions;
  #process: Subprocess | null = null;
  #startedMs = 0;
  #restartMs = firstRestartMs;
  #restarts = 0;
  #isStopping = false;
  #restarting: Timer | undefined;

  constructor(options: RoleChildOptions) {
    this.#options = options;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  get restarts(): number {
    return this.#restarts;
  }

  start(): void {
    const { command, onMessage, onSpawned } = this.#options;
    this.#startedMs = performance.now();
    this.#process = Bun.spawn([...command], {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: FromRole) => onMessage(message),
      onExit: (_process, code, signal) => this.#ended(code, signal),
    });
    onSpawned();
  }

  /** It has started, and from now on stands back where there are more processes than cores. */
  becameReady(): void {
    const lowered = niceness[this.#options.role];
    if (this.#process !== null && lowered > 0) lowerProcess(this.#process.pid, lowered);
  }

  send(message: ToRole): void {
    try {
      this.#process?.send(message);
    } catch (error) {
      // It is about to end, and the next one is told everything anew.
      if (!isChannelClosed(error)) throw error;
    }
  }

  /** Lets it finish what it has begun, then ends it. */
  async stop(timeoutMs: number): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#restarting);
    const running = this.#process;
    if (running === null) return;
    this.send({ kind: "stop" });
    const timer = setTimeout(() => running.kill("SIGKILL"), timeoutMs);
    await running.exited;
    clearTimeout(timer);
    this.#process = null;
  }

  #ended(code: number | null, signal: string | number | null): void {
    this.#process = null;
    if (this.#isStopping) return;
    const { role, log, onDied } = this.#options;
    if (performance.now() - this.#startedMs > healthyAfterMs) this.#restartMs = firstRestartMs;
    log.warn(`the ${role} process ended and will be restarted`, { code, signal, restartMs: this.#restartMs });
    this.#restarts++;
    this.#restarting = setTimeout(() => this.start(), this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, lastRestartMs);
    onDied();
  }
}

function isChannelClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_IPC_CHANNEL_CLOSED";
}
