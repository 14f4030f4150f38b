import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { Result } from "../../manage-error.ts";
import type { FromChainThread, ToChainThread } from "./chain-thread-messages.ts";
import type { ChainOrder } from "./do-chain-work.ts";
import { findNode, type NumberedNode, noNode } from "./node-numbers.ts";

/** The result of a piece of work, and how long the thread worked on it. */
type WorkEnd =
  | { readonly kind: "done"; readonly result: Result<unknown>; readonly spentMs: number }
  /** `node`: where it was; null if it was at no node. */
  | { readonly kind: "deadline"; readonly node: NumberedNode | null; readonly spentMs: number };

type Reply = Exclude<FromChainThread, { kind: "ready" }>;

/** The share of the deadline after which work that can end anywhere ends by itself. */
const timeUpPart = 0.9;

/**
 * One thread that does one piece of work at a time. The clock runs while the thread works, not while it starts or waits
 * for readings. A thread that exceeds the deadline is ended and cannot be used again.
 */
export class ChainWorker {
  readonly #thread = new Worker(new URL("./chain-thread.ts", import.meta.url).href);
  readonly #ready = Promise.withResolvers<void>();
  #reply: PromiseWithResolvers<Reply> | null = null;
  #isUsable = true;

  constructor() {
    this.#ready.promise.catch(() => undefined);
    this.#thread.onmessage = ({ data }: MessageEvent<FromChainThread>) => {
      if (data.kind === "ready") this.#ready.resolve();
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
    await this.#ready.promise;
    const reader = pages[Symbol.asyncIterator]();
    const progress = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
    const place = new Int32Array(progress).fill(noNode);
    let spentMs = 0;
    let message: ToChainThread = { kind: "begin", order, progress, timeUpMs: deadlineMs * timeUpPart };
    try {
      for (;;) {
        const reply = await this.#ask(message, deadlineMs - spentMs);
        if (reply === null) {
          const node = findNode(order, Atomics.load(place, 0));
          return { kind: "deadline", node, spentMs: deadlineMs };
        }
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

  /** Null if there is no answer within this time. The thread is then ended. */
  async #ask(message: ToChainThread, withinMs: number): Promise<Reply | null> {
    const answered = Promise.withResolvers<Reply>();
    this.#reply = answered;
    this.#thread.postMessage(message);
    const expired = Promise.withResolvers<null>();
    // If this thread was busy itself, the answer may have arrived unread, so it is read first.
    const timer = setTimeout(() => setImmediate(() => setImmediate(expired.resolve, null)), withinMs);
    const reply = await Promise.race([answered.promise, expired.promise]);
    clearTimeout(timer);
    if (reply === null) this.end();
    return reply;
  }

  #fail(error: Error): void {
    this.#isUsable = false;
    this.#ready.reject(error);
    this.#reply?.reject(error);
  }
}
