import type { Config } from "../../config/settings.ts";
import type { DeviceRecord, TokenUse } from "../../ingest/authenticate/device-registry.ts";
import { makeSourceCounts } from "../../ingest/http/source-connections.ts";
import type { Connections } from "../../ingest/last-connected.ts";
import type { ParkedAccount } from "../../ingest/settled-position.ts";
import { type SharedLimit, serveSharedIntake } from "../../installation/open-installation.ts";
import type { Log } from "../../platform/log.ts";
import type { CountTaker } from "../../queue/count-taker.ts";
import type { Intake } from "../../queue/intake.ts";
import type { Position } from "../../queue/position.ts";
import type {
  FromListener,
  ListenerAnswers,
  ListenerQuestion,
  ListenerStart,
  ToListener,
} from "./listener-messages.ts";

export interface ListenerThreadsParts {
  readonly config: Config;
  /** How many. */
  readonly threads: number;
  readonly dataFolder: string | null;
  readonly log: Log;
  readonly intake: Intake;
  readonly counts: CountTaker;
  readonly limit: SharedLimit;
  readonly devices: readonly DeviceRecord[];
  readonly settledPositions: readonly Position[];
  readonly isReady: () => Promise<boolean>;
  /** There is so much activity that it should be collected. */
  readonly onFull: () => void;
}

/**
 * The listener threads of the ingest process, as seen by its main thread. All listen on one port, and the kernel gives
 * each connection to one of them. A thread that fails takes the process with it, which is then restarted, because
 * clients must not wait for answers that never come.
 */
export class ListenerThreads {
  readonly #threads: readonly Thread[];

  /** From now on, changes reach the threads too. */
  constructor(parts: ListenerThreadsParts) {
    const { config, threads, dataFolder, limit, devices, settledPositions } = parts;
    const shared = { bodiesCounted: new SharedArrayBuffer(8), sourcesCounted: makeSourceCounts() };
    const port = freePort(config.host, config.port);
    const start = {
      kind: "start",
      config,
      dataFolder,
      port,
      threads,
      limit,
      devices,
      settledPositions,
      ...shared,
    } as const;
    this.#threads = Array.from({ length: threads }, () => new Thread(parts, start));
  }

  /** Resolves with the address when all threads listen. */
  async listen(): Promise<string> {
    try {
      const [url] = await Promise.all(this.#threads.map((thread) => thread.listening));
      return url!;
    } catch (error) {
      this.end();
      throw error;
    }
  }

  /** Resolves when no thread can begin a request that sees the old devices. */
  async changeDevices(put: readonly DeviceRecord[], removed: readonly number[]): Promise<void> {
    await this.askAll({ kind: "change devices", put, removed });
  }

  reached(position: Position, parked: readonly ParkedAccount[]): void {
    for (const thread of this.#threads) thread.post({ kind: "reached", position, parked });
  }

  async connections(max: number): Promise<Connections> {
    const latest = new Map<number, number>();
    for (const [deviceId, atMs] of (await this.askAll({ kind: "collect connections", max })).flat())
      latest.set(deviceId, Math.max(atMs, latest.get(deviceId) ?? 0));
    return [...latest];
  }

  async tokenUses(): Promise<readonly TokenUse[]> {
    return (await this.askAll({ kind: "token uses" })).flat();
  }

  /**
   * Lets open requests finish for up to `timeoutMs`. Activity that the threads have recorded can still be collected.
   */
  async drain(timeoutMs: number): Promise<void> {
    await this.askAll({ kind: "drain", timeoutMs });
  }

  end(): void {
    for (const thread of this.#threads) thread.end();
  }

  askAll<K extends ListenerQuestion["kind"]>(
    question: Extract<ListenerQuestion, { kind: K }>,
  ): Promise<ListenerAnswers[K][]> {
    return Promise.all(this.#threads.map((thread) => thread.ask(question)));
  }
}

/** Room for requests that arrive while the intake thread is busy. */
const ringBytes = 1024 * 1024;

class Thread {
  readonly #worker = new Worker(new URL("./listener-thread.ts", import.meta.url).href);
  readonly #parts: ListenerThreadsParts;
  readonly #intake: ReturnType<typeof serveSharedIntake>;
  readonly #listening = Promise.withResolvers<string>();
  readonly #asked = new Map<number, (answer: unknown) => void>();
  #lastId = 0;

  constructor(parts: ListenerThreadsParts, start: Omit<ListenerStart, "ring">) {
    this.#parts = parts;
    this.#intake = serveSharedIntake(parts.intake, ringBytes, (told) => this.post(told));
    this.#worker.onmessage = ({ data }: MessageEvent<FromListener>) => this.#receive(data);
    this.#worker.onerror = ({ message }) => this.#die(message);
    this.#worker.addEventListener("close", this.#onClose);
    this.post({ ...start, ring: this.#intake.ring });
  }

  /** The address, once the thread listens. */
  get listening(): Promise<string> {
    return this.#listening.promise;
  }

  post(message: ToListener): void {
    this.#worker.postMessage(message);
  }

  ask<K extends ListenerQuestion["kind"]>(
    question: Extract<ListenerQuestion, { kind: K }>,
  ): Promise<ListenerAnswers[K]> {
    const id = ++this.#lastId;
    return new Promise((answer) => {
      this.#asked.set(id, answer as (answer: unknown) => void);
      this.post({ kind: "ask", id, question });
    });
  }

  end(): void {
    this.#worker.removeEventListener("close", this.#onClose);
    this.#worker.terminate();
  }

  readonly #onClose = (): void => this.#die("The thread has ended.");

  #die(reason: string): never {
    this.#parts.log.error("a listener thread failed; ending without answering", { reason });
    process.exit(1);
  }

  #receive(message: FromListener): void {
    switch (message.kind) {
      case "wake":
      case "large":
        this.#intake.receive(message);
        break;
      case "listening":
        this.#listening.resolve(message.url);
        break;
      case "failed":
        this.#listening.reject(Object.assign(new Error(message.message), { code: message.code }));
        break;
      case "answer":
        this.#asked.get(message.id)?.(message.answer);
        this.#asked.delete(message.id);
        break;
      case "count":
        this.#parts.counts.count(message.counter, message.by);
        break;
      case "full":
        this.#parts.onFull();
        break;
      case "is ready":
        void this.#parts.isReady().then((isReady) => this.post({ kind: "ready", isReady }));
        break;
    }
  }
}

/** Throws if another program listens on the port, which threads that share a port would not notice. */
function freePort(hostname: string, port: number): number {
  const socket = { data: () => undefined };
  const listener = Bun.listen({ hostname, port, exclusive: true, socket });
  const taken = listener.port;
  listener.stop(true);
  return taken;
}
