import { setPriority } from "node:os";
import type { Subprocess } from "bun";
import type { LiveEvent } from "../live/live-event.ts";
import { type Log, reasonOf } from "../platform/log.ts";
import type { Position } from "../queue/queue.ts";
import type { TurnSettings } from "./fair-turns.ts";
import type { DeliverySettings, FromProcessor, ProcessorProgress, ToProcessor } from "./process-messages.ts";
import type { AnswerTo, ProcessorRequest } from "./processor-request.ts";

const firstRestartMs = 100;
const lastRestartMs = 10_000;
/** A processor that lived this long was healthy; its next restart is quick again. */
const healthyAfterMs = 30_000;
const stopTimeoutMs = 10_000;
/** Longer than any request takes that is worth waiting for, and shorter than most clients and proxies wait. */
const answerTimeoutMs = 30_000;
/** Where the two compete for a core, taking readings in comes first: what is queued is safe and can wait a moment. */
const niceness = 5;

export interface SupervisorOptions {
  /** The command that runs the processor. */
  readonly command: readonly string[];
  /** Said to every processor first. */
  readonly delivery: DeliverySettings;
  readonly turns: TurnSettings;
  readonly log: Log;
  /** How long whoever asks is kept waiting. */
  readonly answerTimeoutMs?: number;
  /** Asked again every minute until it was done. */
  readonly onAskRecipient: (accountId: number, address: string) => Promise<void>;
  readonly onLive: (events: LiveEvent[]) => void;
  readonly onProgress: (progress: ProcessorProgress) => void;
}

/**
 * Keeps the processor running beside the server: starts it, restarts it with back-off when it dies, passes messages.
 * What was sent to a processor that died is not sent again; a new one reads everything from the data folder.
 */
export class ProcessorSupervisor {
  readonly #options: SupervisorOptions;
  readonly #flushes = new Map<number, PromiseWithResolvers<void>>();
  readonly #requests = new Map<number, PromiseWithResolvers<unknown>>();
  #process: Subprocess | null = null;
  #startedMs = 0;
  #restartMs = firstRestartMs;
  #restarts = 0;
  #lastTicket = 0;
  #stopping = false;
  #watched: readonly number[] = [];
  /** Whether the processor was told of new readings and has not reported since: telling once is enough. */
  #told = false;

  constructor(options: SupervisorOptions) {
    this.#options = options;
    this.#start();
  }

  get restarts(): number {
    return this.#restarts;
  }

  get isRunning(): boolean {
    return this.#process !== null;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** Also told to the processor that follows, should this one die. */
  watch(accountIds: readonly number[]): void {
    this.#watched = accountIds;
    this.send({ kind: "watch", accountIds });
  }

  appended(): void {
    if (this.#told) return;
    this.#told = true;
    this.send({ kind: "appended" });
  }

  send(message: ToProcessor): void {
    try {
      this.#process?.send(message);
    } catch (error) {
      // It is about to end, and the next one reads everything from the data folder.
      if (!isChannelClosed(error)) throw error;
    }
  }

  /**
   * Resolves when the processor has done all it was told before and settled everything up to `position`, or has died:
   * then it starts from the files.
   */
  flush(position: Position): Promise<void> {
    if (this.#process === null) return Promise.resolve();
    const ticket = ++this.#lastTicket;
    const flushed = Promise.withResolvers<void>();
    this.#flushes.set(ticket, flushed);
    this.send({ kind: "flush", ticket, position });
    return flushed.promise;
  }

  /**
   * Rejects with ProcessorUnavailableError when the processor is not there or dies before it answers, and with
   * ProcessorTimeoutError when it takes too long; what was asked may still be done then.
   */
  async request<Request extends ProcessorRequest>(request: Request): Promise<AnswerTo<Request>> {
    if (this.#process === null) throw new ProcessorUnavailableError();
    const ticket = ++this.#lastTicket;
    const answered = Promise.withResolvers<unknown>();
    this.#requests.set(ticket, answered);
    this.send({ kind: "request", ticket, request });
    const timer = setTimeout(() => {
      this.#requests.delete(ticket);
      answered.reject(new ProcessorTimeoutError());
    }, this.#options.answerTimeoutMs ?? answerTimeoutMs);
    try {
      return (await answered.promise) as AnswerTo<Request>;
    } finally {
      clearTimeout(timer);
    }
  }

  /** Lets it settle what is in the queue, then ends it. */
  async stop(): Promise<void> {
    this.#stopping = true;
    const running = this.#process;
    if (running === null) return;
    this.send({ kind: "stop" });
    const timer = setTimeout(() => running.kill("SIGKILL"), stopTimeoutMs);
    await running.exited;
    clearTimeout(timer);
  }

  #start(): void {
    this.#startedMs = performance.now();
    this.#told = false;
    this.#process = Bun.spawn([...this.#options.command], {
      stdio: ["ignore", "inherit", "inherit"],
      ipc: (message: FromProcessor) => this.#receive(message),
      onExit: (_process, code, signal) => this.#ended(code, signal),
    });
    lowerPriority(this.#process.pid);
    this.send({ kind: "turns", settings: this.#options.turns });
    this.send({ kind: "deliver", settings: this.#options.delivery });
    if (this.#watched.length > 0) this.send({ kind: "watch", accountIds: this.#watched });
  }

  #receive(message: FromProcessor): void {
    switch (message.kind) {
      case "flushed":
        this.#flushes.get(message.ticket)?.resolve();
        this.#flushes.delete(message.ticket);
        break;
      case "ask recipient":
        void this.#askRecipient(message.accountId, message.address);
        break;
      case "live":
        this.#options.onLive(message.events);
        break;
      case "answer":
        this.#requests.get(message.ticket)?.resolve(message.answer);
        this.#requests.delete(message.ticket);
        break;
      case "refusal":
        this.#requests.get(message.ticket)?.reject(new Error(message.reason));
        this.#requests.delete(message.ticket);
        break;
      case "progress":
        this.#told = false;
        this.#options.onProgress(message.progress);
        break;
    }
  }

  async #askRecipient(accountId: number, address: string): Promise<void> {
    const { onAskRecipient, log } = this.#options;
    try {
      await onAskRecipient(accountId, address);
    } catch (error) {
      log.error("a recipient of mail could not be noted", { reason: reasonOf(error) });
    }
  }

  #ended(code: number | null, signal: string | number | null): void {
    this.#process = null;
    for (const flush of this.#flushes.values()) flush.resolve();
    this.#flushes.clear();
    for (const request of this.#requests.values()) request.reject(new ProcessorUnavailableError());
    this.#requests.clear();
    if (this.#stopping) return;
    if (performance.now() - this.#startedMs > healthyAfterMs) this.#restartMs = firstRestartMs;
    const { log } = this.#options;
    log.warn("the processor ended and will be restarted", { code, signal, restartMs: this.#restartMs });
    this.#restarts++;
    setTimeout(() => {
      if (!this.#stopping) this.#start();
    }, this.#restartMs);
    this.#restartMs = Math.min(this.#restartMs * 2, lastRestartMs);
  }
}

/** There is no processor to ask; a moment later there will be. */
export class ProcessorUnavailableError extends Error {
  readonly code = "processor_unavailable";

  constructor() {
    super("The processor is restarting. Try again in a moment.");
  }
}

/** It is there, and has more to do than it can do in time. */
export class ProcessorTimeoutError extends Error {
  readonly code = "processor_timeout";

  constructor() {
    super("The processor did not answer in time. What was asked may still be done.");
  }
}

/** It may have ended already, which `onExit` is about to say. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, niceness);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ERR_SYSTEM_ERROR")) throw error;
  }
}

function isChannelClosed(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_IPC_CHANNEL_CLOSED";
}
