import type { Answer } from "../../ingest/http/answer.ts";
import type { HttpFault } from "../../ingest/http/http-fault.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import { faultErrors } from "../../ingest/respond/fault-errors.ts";
import { type LinkListener, listenForLinks } from "../../platform/link/link-sockets.ts";
import { ownBytes } from "../../platform/link/own-bytes.ts";
import type { ManagedTaker } from "../../web/managed-taker.ts";
import {
  type ForwardedAnswer,
  type ForwardedBegun,
  type ForwardedHead,
  type ForwardQuestion,
  forwardSocket,
} from "../forwarding.ts";

/** Longer than the listener waits for the rest of a request, or for its client to read a piece of the answer. */
const bodyWaitMs = 150_000;
const sweepEveryMs = 30_000;

export interface ForwardedParts {
  readonly dataFolder: string;
  /** Pages, documents and figures; null for all other requests. */
  readonly publish: (head: RequestHead, peerAddress: string) => Answer | null | Promise<Answer | null>;
  /** The management API; null for all other requests. */
  readonly manage: (
    head: RequestHead,
    peerAddress: string,
  ) => Answer | ManagedTaker | null | Promise<Answer | ManagedTaker | null>;
}

/** Answers the requests that listeners pass on. */
export function serveForwarded(parts: ForwardedParts): LinkListener {
  return listenForLinks(parts.dataFolder, forwardSocket, () => {
    const requests = new ForwardedRequests(parts);
    return {
      answer: (question) => requests.answer(question as ForwardQuestion),
      hear: () => undefined,
      closed: () => requests.close(),
    };
  });
}

/** A body that a listener reads, piece by piece. */
interface ReadStream {
  readonly pieces: AsyncIterator<Uint8Array>;
  /** When the last piece was passed on; null while the next one is awaited. */
  idleSinceMs: number | null;
}

/** A request whose body is being received. */
interface BegunRequest {
  readonly taker: ManagedTaker;
  readonly begunMs: number;
  readonly parts: Uint8Array[];
}

/** The requests of one listener. When the listener dies, everything left of them is released. */
class ForwardedRequests {
  readonly #parts: ForwardedParts;
  readonly #takers = new Map<number, BegunRequest>();
  readonly #streams = new Map<number, ReadStream>();
  /** Files and pages, which are in memory anyway. */
  readonly #contents = new Map<number, Uint8Array>();
  readonly #contentIds = new WeakMap<Uint8Array, number>();
  readonly #sweeping: Timer;
  #lastId = 0;
  #isClosed = false;

  constructor(parts: ForwardedParts) {
    this.#parts = parts;
    this.#sweeping = setInterval(() => this.#sweep(), sweepEveryMs);
  }

  async answer(question: ForwardQuestion): Promise<unknown> {
    switch (question.kind) {
      case "begin":
        return this.#begin(question);
      case "part":
        this.#exchange(question.exchange).parts.push(question.bytes);
        return null;
      case "take":
        return this.#take(question.exchange, question.body);
      case "content":
        return this.#contents.get(question.content);
      case "next":
        return this.#next(question.stream);
      case "stop":
        return this.#stop(question.stream);
    }
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#sweeping);
    this.#takers.clear();
    for (const stream of [...this.#streams.keys()]) this.#stop(stream);
  }

  /** The client no longer reads, so the source ends and releases what it holds. */
  #stop(stream: number): void {
    void this.#streams.get(stream)?.pieces.return?.();
    this.#streams.delete(stream);
  }

  async #begin(question: ForwardQuestion & { kind: "begin" }): Promise<ForwardedBegun> {
    const { peerAddress, isWhole } = question;
    const head = toHead(question.head);
    const published = await this.#parts.publish(head, peerAddress);
    if (published !== null) return { kind: "answer", answer: this.#pass(published), isMarked: false };
    const begun = await this.#parts.manage(head, peerAddress);
    if (begun === null) return null;
    if (!("take" in begun)) return { kind: "answer", answer: this.#pass(begun), isMarked: true };
    if (isWhole) {
      const answer = await begun.take(new Uint8Array(0));
      return { kind: "answer", answer: this.#pass(answer), isMarked: true };
    }
    const exchange = ++this.#lastId;
    this.#takers.set(exchange, { taker: begun, begunMs: performance.now(), parts: [] });
    return {
      kind: "take",
      exchange,
      bytesMax: begun.bytesMax,
      payers: begun.payers,
      refusals: refusalsOf(begun),
    };
  }

  async #take(exchange: number, body: Parameters<ManagedTaker["take"]>[0]): Promise<ForwardedAnswer> {
    const { taker, parts } = this.#exchange(exchange);
    this.#takers.delete(exchange);
    const isWhole = typeof body === "string" || parts.length === 0;
    return this.#pass(await taker.take(isWhole ? body : Buffer.concat([...parts, body])));
  }

  #exchange(exchange: number): BegunRequest {
    const begun = this.#takers.get(exchange);
    if (begun === undefined) throw new Error("The request took too long.");
    return begun;
  }

  async #next(stream: number): Promise<Uint8Array | null> {
    const read = this.#streams.get(stream);
    if (read === undefined) return null;
    try {
      read.idleSinceMs = null;
      const { value, done } = await read.pieces.next();
      read.idleSinceMs = performance.now();
      if (!done) return ownBytes(value);
    } catch (error) {
      this.#streams.delete(stream);
      throw error;
    }
    this.#streams.delete(stream);
    return null;
  }

  #pass({ status, headers, body }: Answer): ForwardedAnswer {
    if (typeof body === "string") return { status, headers, body };
    if (body.shared !== undefined) {
      return { status, headers, body: { content: this.#idOf(body.shared), sizeBytes: body.shared.length } };
    }
    const stream = ++this.#lastId;
    this.#streams.set(stream, { pieces: body[Symbol.asyncIterator](), idleSinceMs: performance.now() });
    // The listener died while the answer was being made.
    if (this.#isClosed) this.#stop(stream);
    const { isEndless, sizeBytes } = body;
    return {
      status,
      headers,
      body: {
        stream,
        ...(isEndless ? { isEndless } : {}),
        ...(sizeBytes === undefined ? {} : { sizeBytes }),
      },
    };
  }

  #idOf(content: Uint8Array): number {
    const known = this.#contentIds.get(content);
    if (known !== undefined) return known;
    const id = ++this.#lastId;
    this.#contentIds.set(content, id);
    this.#contents.set(id, content);
    return id;
  }

  /** Removes requests of clients that left before they had sent their bodies, and bodies that nobody reads any more. */
  #sweep(): void {
    const beforeMs = performance.now() - bodyWaitMs;
    for (const [stream, { idleSinceMs }] of this.#streams) {
      if (idleSinceMs !== null && idleSinceMs < beforeMs) this.#stop(stream);
    }
    for (const [exchange, { begunMs }] of this.#takers) if (begunMs < beforeMs) this.#takers.delete(exchange);
  }
}

function toHead({ method, target, headers }: ForwardedHead): RequestHead {
  const values = new Map(headers);
  return {
    method,
    target,
    route: null,
    headers: { get: (name) => values.get(name) ?? null, entries: () => values },
    body: { kind: "none" },
    version: "HTTP/1.1",
    keepAlive: true,
    expectsContinue: false,
  };
}

function refusalsOf(taker: ManagedTaker): Record<HttpFault, Answer> {
  const faults = Object.keys(faultErrors).map((fault) => Number(fault) as HttpFault);
  return Object.fromEntries(faults.map((fault) => [fault, taker.refuse(fault)])) as Record<HttpFault, Answer>;
}
