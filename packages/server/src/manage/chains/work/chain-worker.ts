import type { ChainReading } from "@weir/rule-engine/chain-reading";
import { ThreadTime } from "../../../platform/thread-time.ts";
import type { Result } from "../../core/manage-error.ts";
import type { FromChainThread, ToChainThread } from "./chain-thread-messages.ts";
import type { ChainOrder } from "./do-chain-work.ts";
import { findNode, type NumberedNode, noNode } from "./node-numbers.ts";

/** The result of a piece of work, and how long the thread worked on it. */
type WorkEnd =
  | { readonly kind: "done"; readonly result: Result<unknown>; readonly spentMs: number }
  /** The machine gave the thread too little CPU time to use up the deadline, or to finish. */
  | { readonly kind: "starved"; readonly spentMs: number }
  /** `node`: where it was; null if it was at no node. */
  | { readonly kind: "deadline"; readonly node: NumberedNode | null; readonly spentMs: number };

type Reply = Exclude<FromChainThread, { kind: "ready" }>;

/** The share of the deadline after which work that can end anywhere ends by itself. */
const timeUpPart = 0.9;
/** Past the deadline, how long a thread may wait for a CPU. */
const starvedMaxMs = 10_000;
/** A thread that is just short of its deadline is not looked at more often. */
const lookAgainMs = 5;

export interface ChainWorkerTimes {
  /** How long a thread has run on a CPU. */
  readonly timeOf?: (thread: number | null) => Pick<ThreadTime, "ms">;
  readonly starvedMs?: number;
}

/**
 * One thread that does one piece of work at a time. The deadline is CPU time of the thread, because a busy machine says nothing
 * about a chain. The time to start and to wait for readings does not count. A thread that exceeds the deadline, or gets no
 * CPU for long, is ended and cannot be used again.
 */
export class ChainWorker {
  readonly #thread = new Worker(new URL("./chain-thread.ts", import.meta.url).href);
  readonly #ready = Promise.withResolvers<Pick<ThreadTime, "ms">>();
  readonly #starvedMs: number;
  #reply: PromiseWithResolvers<Reply> | null = null;
  #isUsable = true;

  constructor({
    timeOf = (thread) => new ThreadTime(thread),
    starvedMs = starvedMaxMs,
  }: ChainWorkerTimes = {}) {
    this.#starvedMs = starvedMs;
    this.#ready.promise.catch(() => undefined);
    this.#thread.onmessage = ({ data }: MessageEvent<FromChainThread>) => {
      if (data.kind === "ready") this.#ready.resolve(timeOf(data.thread));
      else this.#reply?.resolve(data);
    };
    this.#thread.onerror = ({ message }) => this.#fail(new Error(`The chain thread failed: ${message}`));
    // It does not keep the process from ending.
    this.#thread.unref();
  }

  get isUsable(): boolean {
    return this.#isUsable;
  }

  async run(
    order: ChainOrder,
    pages: AsyncIterable<readonly ChainReading[]>,
    deadlineMs: number,
  ): Promise<WorkEnd> {
    const time = await this.#ready.promise;
    const reader = pages[Symbol.asyncIterator]();
    const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const place = new Int32Array(progress).fill(noNode);
    let spentMs = 0;
    let message: ToChainThread = { kind: "begin", order, progress, timeUpMs: deadlineMs * timeUpPart };
    try {
      for (;;) {
        const askedMs = time.ms();
        const reply = await this.#ask(message, deadlineMs - spentMs, time);
        if (reply === "late") {
          const node = findNode(order, Atomics.load(place, 0));
          return { kind: "deadline", node, spentMs: deadlineMs };
        }
        if (reply === "starved") return { kind: "starved", spentMs: spentMs + time.ms() - askedMs };
        if (reply.kind === "done") return reply;
        if (reply.kind === "failed") throw new Error(`Work on a chain failed: ${reply.reason}`);
        // Measured by the thread, so that the time of the messages does not count.
        spentMs = reply.spentMs;
        const page = await reader.next();
        message = { kind: "page", readings: page.done ? null : page.value };
      }
    } finally {
      await reader.return?.();
    }
  }

  /** Callers that wait for work are told that it was cancelled. */
  end(): void {
    this.#thread.terminate();
    this.#fail(new Error("The chain thread was ended."));
  }

  /** The thread is ended if there is no answer within this time of the thread. */
  async #ask(
    message: ToChainThread,
    withinMs: number,
    time: Pick<ThreadTime, "ms">,
  ): Promise<Reply | "late" | "starved"> {
    const answered = Promise.withResolvers<Reply>();
    // Nobody waits for it after the deadline.
    answered.promise.catch(() => undefined);
    this.#reply = answered;
    const [beganMs, endMs] = [performance.now(), time.ms() + withinMs];
    this.#thread.postMessage(message);
    for (let leftMs = withinMs; leftMs > 0; leftMs = endMs - time.ms()) {
      const reply = await replyWithin(answered.promise, Math.max(leftMs, lookAgainMs));
      if (reply !== null) return reply;
      if (performance.now() - beganMs > withinMs + this.#starvedMs && endMs > time.ms()) {
        this.end();
        return "starved";
      }
    }
    this.end();
    return "late";
  }

  #fail(error: Error): void {
    this.#isUsable = false;
    this.#ready.reject(error);
    this.#reply?.reject(error);
  }
}

/** Null if there is none within this time. */
async function replyWithin(answered: Promise<Reply>, ms: number): Promise<Reply | null> {
  const expired = Promise.withResolvers<null>();
  // If this thread was busy itself, the answer may have arrived unread, so it is read first.
  const timer = setTimeout(() => setImmediate(() => setImmediate(expired.resolve, null)), ms);
  const reply = await Promise.race([answered, expired.promise]);
  clearTimeout(timer);
  return reply;
}
