/**
 * Keeps the process of one role running: starts it, and restarts it when it dies.
 *
 *   idle ──▶ running ──▶ stopping ──▶ stopped
 *             │   ▲                      ▲
 *     it died ▼   │ after a pause        │
 *            waiting ────────────────────┘
 *
 * A process that has died several times and never sent a message cannot run here at all, for example because its files
 * are missing. It is not started again.
 *
 * A process exists only in the states running and stopping. A child that is stopped before it was started changes from
 * idle to stopped.
 */

import type { Subprocess } from "bun";
import { errorCode } from "../../platform/error-code.ts";
import type { Log } from "../../platform/log.ts";
import { lowerProcess } from "../../platform/priority.ts";
import { StateWays } from "../../platform/state-ways.ts";
import { RestartPace } from "./restart-pace.ts";
import type { FromRole, SupervisedRole, ToRole } from "./role-messages.ts";

type ChildState = "idle" | "running" | "waiting" | "stopping" | "stopped";

const ways = new StateWays<ChildState>("process of a role", {
  idle: ["running", "stopped"],
  running: ["waiting", "stopping"],
  waiting: ["running", "stopped"],
  stopping: ["stopped"],
  stopped: [],
});

/** When processes compete for a core, ingest comes first, because queued readings are safe and can wait a moment. */
const niceness: Record<SupervisedRole, number> = { ingest: 0, process: 5, deliver: 5, manage: 5 };

/** How often a process may die before its first message. Later deaths are those of a role that can run. */
const silentDeathsMax = 5;

interface RoleChildOptions {
  readonly role: SupervisedRole;
  /** Unique among the processes of the supervisor. */
  readonly name: string;
  /** The command that runs the role. */
  readonly command: readonly string[];
  readonly log: Log;
  /** The process runs and needs its start message. */
  readonly onSpawned: () => void;
  readonly onMessage: (message: FromRole) => void;
  /** The process died and will be restarted. */
  readonly onDied: () => void;
  /** The process has died too often without a message, and will not be restarted. */
  readonly onGivenUp: () => void;
}

export class RoleChild {
  readonly #options: RoleChildOptions;
  readonly #pace = new RestartPace();
  readonly #gone = Promise.withResolvers<void>();
  #state: ChildState = "idle";
  #process: Subprocess | null = null;
  #restarts = 0;
  #hasSpoken = false;
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
    this.#enter("running");
    this.#pace.started();
    this.#process = Bun.spawn([...command], {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: FromRole) => {
        this.#hasSpoken = true;
        onMessage(message);
      },
      onExit: (_process, code, signal) => this.#ended(code, signal),
    });
    onSpawned();
  }

  /** The role has started. From now on its process has a lower priority when there are more processes than cores. */
  becameReady(): void {
    const lowered = niceness[this.#options.role];
    if (this.#process !== null && lowered > 0) lowerProcess(this.#process.pid, lowered);
  }

  send(message: ToRole): void {
    try {
      this.#process?.send(message);
    } catch (error) {
      // The process is about to end, and the next one receives all messages again.
      if (!isChannelClosed(error)) throw error;
    }
  }

  /**
   * Lets the process finish its work, then ends it. Resolves when there is no process, also if it was stopped before.
   */
  async stop(timeoutMs: number): Promise<void> {
    if (this.#state === "idle" || this.#state === "waiting") this.#enter("stopped");
    else if (this.#state === "running") {
      this.#enter("stopping");
      this.send({ kind: "stop" });
      const running = this.#process!;
      const timer = setTimeout(() => running.kill("SIGKILL"), timeoutMs);
      await this.#gone.promise;
      clearTimeout(timer);
    }
    await this.#gone.promise;
  }

  #ended(code: number | null, signal: string | number | null): void {
    this.#process = null;
    if (this.#state === "stopping") {
      this.#enter("stopped");
      return;
    }
    this.#enter("waiting");
    const { name, log, onDied, onGivenUp } = this.#options;
    if (!this.#hasSpoken && this.#restarts + 1 === silentDeathsMax) {
      log.error(`the ${name} process cannot run`, { code, signal, deaths: silentDeathsMax });
      this.#enter("stopped");
      onGivenUp();
      return;
    }
    const restartMs = this.#pace.died();
    log.warn(`the ${name} process ended and will be restarted`, { code, signal, restartMs });
    this.#restarts++;
    this.#restarting = setTimeout(() => this.start(), restartMs);
    onDied();
  }

  #enter(state: ChildState): void {
    const next = ways.follow(this.#state, state);
    ways.assert(
      next,
      (this.#process !== null) === (next === "stopping"),
      "a process to stop, or none otherwise",
    );
    this.#state = next;
    if (next !== "stopped") return;
    clearTimeout(this.#restarting);
    this.#gone.resolve();
  }
}

function isChannelClosed(error: unknown): boolean {
  return errorCode(error) === "ERR_IPC_CHANNEL_CLOSED";
}
