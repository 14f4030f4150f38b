import { apiErrors } from "@weir/protocol/errors";
import { managePath } from "@weir/protocol/manage/route";
import { isProvisionTarget } from "@weir/protocol/provisioning";
import type { Forward } from "../../ingest/dispatch-request.ts";
import { type Answer, bodyOfBytes, type StreamedBody } from "../../ingest/http/answer.ts";
import type { BodyTaker } from "../../ingest/http/exchange.ts";
import type { RequestHead } from "../../ingest/http/request-head.ts";
import { type Link, LinkClosedError, LinkTimeoutError } from "../../platform/link/link.ts";
import { openLink } from "../../platform/link/link-sockets.ts";
import { ownBytes } from "../../platform/link/own-bytes.ts";
import { type Payer, SharedRoom } from "../../platform/shared-room.ts";
import { problemAnswer } from "../../web/api-answer.ts";
import { WorkTurns } from "../../web/turns/work-turns.ts";
import {
  type ForwardedAnswer,
  type ForwardedBegun,
  type ForwardedStream,
  type ForwardQuestion,
  forwardSocket,
  type SharedBody,
} from "../forwarding.ts";
import { SharedContents } from "./shared-contents.ts";

/** Memory for the bodies of all management requests that are being received. */
const bodiesBytesMax = 64 * 1024 * 1024;
/** Much longer than the manage process needs for anything. A live stream sends something every 15 s. */
const answerTimeoutMs = 600_000;
/** A manage process that is stuck is noticed after two of these, and its requests are answered. */
const usualPulseMs = 5000;
/** Bodies are sent in parts of this size, and this many at a time, one of each payer. */
const partBytes = 64 * 1024;
const partsMax = 4;
const retryAfterS = 2;

/** Passes requests outside the device API on to the manage process, each separately. */
export class RequestForwarder {
  readonly #dataDir: string;
  readonly #pulseMs: number;
  readonly #room = new SharedRoom(bodiesBytesMax);
  readonly #parts = new WorkTurns({ turnsMax: partsMax });
  readonly #contents = new SharedContents();
  #link: Link | null = null;
  #connecting: Promise<Link | null> | null = null;

  constructor(dataDir: string, pulseMs = usualPulseMs) {
    this.#dataDir = dataDir;
    this.#pulseMs = pulseMs;
  }

  readonly forward: Forward = async (head, peerAddress) => {
    try {
      const link = await this.#opened();
      const isWhole = head.body.kind === "none";
      const question = { kind: "begin", head: toPass(head), peerAddress, isWhole } as const;
      const begun = (await ask(link, question)) as ForwardedBegun;
      if (begun === null) return null;
      if (begun.kind === "take") return { begun: this.#taker(head, begun, link), isMarked: true };
      return { begun: this.#received(begun.answer, link), isMarked: begun.isMarked };
    } catch (error) {
      return { begun: answerWhileAway(head, error), isMarked: false };
    }
  };

  close(): void {
    this.#link?.frames.close();
  }

  #taker(
    head: RequestHead,
    { exchange, bytesMax, payers, refusals }: ForwardedBegun & { kind: "take" },
    link: Link,
  ): BodyTaker {
    return {
      bytesMax,
      room: this.#room.share(payers),
      readsAtOnce: false,
      take: async (body) => {
        try {
          const isReceived = typeof body !== "string";
          const last = isReceived ? await this.#sendParts(body, { exchange, payers, link }) : body;
          const answer = await ask(link, { kind: "take", exchange, body: last });
          return this.#received(answer as ForwardedAnswer, link);
        } catch (error) {
          return answerWhileAway(head, error);
        }
      },
      refuse: (fault) => refusals[fault],
    };
  }

  /**
   * Sends all of a body but its last part, and returns that. All requests share the link, so a large body is sent in parts, each
   * after the one before has arrived, and only some at a time.
   */
  async #sendParts(
    body: Uint8Array,
    { exchange, payers, link }: { exchange: number; payers: readonly Payer[]; link: Link },
  ): Promise<Uint8Array> {
    const owner = { name: payers.at(-1)?.key ?? "", caller: "" };
    let start = 0;
    for (; body.length - start > partBytes; start += partBytes) {
      const bytes = ownBytes(body.subarray(start, start + partBytes));
      await this.#parts.take(owner, () => ask(link, { kind: "part", exchange, bytes }));
    }
    return ownBytes(body.subarray(start));
  }

  #received({ status, headers, body }: ForwardedAnswer, link: Link): Answer {
    if (typeof body === "string") return { status, headers, body };
    return { status, headers, body: "content" in body ? this.#shared(body, link) : streamOf(body, link) };
  }

  /** Requested once and shared, so a client that does not read its answer holds no memory of its own. */
  #shared({ content, sizeBytes }: SharedBody, link: Link): StreamedBody {
    const load = () => this.#contents.load(content, sizeBytes, () => ask(link, { kind: "content", content }));
    return {
      sizeBytes,
      async *[Symbol.asyncIterator]() {
        // The kept contents belong to the open link.
        if (!link.isOpen) throw new LinkClosedError();
        yield* bodyOfBytes(await load());
      },
    };
  }

  async #opened(): Promise<Link> {
    const link = this.#link ?? (await this.#connect());
    if (link === null) throw new LinkClosedError();
    return link;
  }

  #connect(): Promise<Link | null> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = null;
    });
    return this.#connecting;
  }

  async #open(): Promise<Link | null> {
    const link = await openLink(this.#dataDir, forwardSocket, {
      answer: () => Promise.reject(new Error("The listener answers no questions here.")),
      hear: () => undefined,
      pulseMs: this.#pulseMs,
      closed: () => {
        this.#link = null;
        this.#contents.clear();
      },
    });
    this.#link = link;
    return link;
  }
}

/** Asks on the link on which the request began, because its number means something else to the next manage process. */
function ask(link: Link, question: ForwardQuestion): Promise<unknown> {
  return link.ask(question, answerTimeoutMs);
}

/** Each piece is requested when the one before has been sent, so nothing is held for a client that does not read. */
function streamOf({ stream, ...known }: ForwardedStream, link: Link): StreamedBody {
  // A link that has closed has stopped all its streams.
  const stop = () => void ask(link, { kind: "stop", stream }).catch(() => undefined);
  const end = { value: undefined, done: true } as const;
  const pieces: AsyncIterator<Uint8Array> = {
    next: async () => {
      try {
        const piece = (await ask(link, { kind: "next", stream })) as Uint8Array | null;
        return piece === null ? end : { value: piece, done: false };
      } catch (error) {
        // An open page reconnects by itself and finds the next manage process.
        if (known.isEndless && error instanceof LinkClosedError) return end;
        throw error;
      }
    },
    return: async () => {
      stop();
      return end;
    },
  };
  return { ...known, [Symbol.asyncIterator]: () => pieces };
}

function toPass({ method, target, headers }: RequestHead): (ForwardQuestion & { kind: "begin" })["head"] {
  return { method, target, headers: [...headers.entries()] };
}

/** The manage process is being restarted, or does not answer. Readings are accepted meanwhile. */
function answerWhileAway({ target }: RequestHead, error: unknown): Answer {
  if (!(error instanceof LinkClosedError || error instanceof LinkTimeoutError)) throw error;
  const headers = { "Retry-After": String(retryAfterS) };
  if (target.startsWith(`${managePath}/`)) {
    const detail = "The management API is restarting. Try again in a moment.";
    return { ...problemAnswer({ status: 503, code: "management_unavailable", detail, headers }) };
  }
  if (isProvisionTarget(target)) {
    const { status, code, message } = apiErrors.unavailable;
    const body = JSON.stringify({ message, error: code });
    return { status, headers: { "Content-Type": "application/json", ...headers }, body };
  }
  const message =
    "The dashboard is restarting. Reload this page in a moment. Readings are accepted meanwhile.";
  return { status: 503, headers: { "Content-Type": "text/plain; charset=utf-8", ...headers }, body: message };
}
