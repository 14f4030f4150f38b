import { DeliveryError } from "../delivery-error.ts";
import { type AnswerHead, parseAnswerHead } from "./answer-head.ts";

const answerBytesMax = 64 * 1024;
/** How much of a body is kept, for people to read. */
const textBytesMax = 1024;
const headEnd = "\r\n\r\n";

export interface WholeAnswer extends AnswerHead {
  /** The beginning of the body. */
  readonly text: string;
}

/**
 * Reads an answer: the head, which decides, and then the body, of which only the beginning is kept. The body is read, up to
 * the limit, so that the other side can finish writing; a failure there changes nothing.
 */
export async function readAnswer(chunks: AsyncIterable<Buffer>): Promise<WholeAnswer> {
  const answer = new Answer();
  try {
    for await (const chunk of chunks) if (answer.take(chunk)) break;
  } catch (error) {
    if (answer.head === null) throw error;
  }
  if (answer.head === null)
    throw new DeliveryError("failed", "The server closed the connection without an answer.");
  return { ...answer.head, text: answer.text };
}

class Answer {
  head: AnswerHead | null = null;
  #unread = Buffer.alloc(0);
  #bytes = 0;
  #endsAtBytes = answerBytesMax;

  /** After the head, what is unread is the body. Of a body in chunks, the first chunk is enough. */
  get text(): string {
    const isChunked = this.head?.headers.get("transfer-encoding")?.toLowerCase() === "chunked";
    const text = this.#unread.toString("utf8", 0, textBytesMax);
    if (!isChunked) return text;
    const [, size = "", rest = ""] = /^([0-9a-f]+)[^\r\n]*\r\n([\s\S]*)$/i.exec(text) ?? [];
    return Buffer.from(rest).toString("utf8", 0, Number.parseInt(size, 16) || 0);
  }

  /** Returns whether there is nothing left to wait for. */
  take(chunk: Buffer): boolean {
    this.#bytes += chunk.length;
    if (this.head === null) this.#readHead(chunk);
    else if (this.#unread.length < textBytesMax) this.#unread = Buffer.concat([this.#unread, chunk]);
    if (this.head === null && this.#bytes >= answerBytesMax) {
      throw new DeliveryError("failed", `The head of the answer exceeds ${answerBytesMax / 1024} KiB.`);
    }
    return this.head !== null && this.#bytes >= this.#endsAtBytes;
  }

  /** Interim answers (1xx) come before the final one, and are skipped. */
  #readHead(chunk: Buffer): void {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    while (this.head === null) {
      const end = this.#unread.indexOf(headEnd);
      if (end < 0) return;
      const head = parseAnswerHead(this.#unread.toString("latin1", 0, end));
      if (head === null || head.status === 101) {
        throw new DeliveryError("failed", "The answer is not valid HTTP/1.");
      }
      this.#unread = this.#unread.subarray(end + headEnd.length);
      if (head.status >= 200) this.#found(head);
    }
  }

  #found(head: AnswerHead): void {
    this.head = head;
    const length = head.status === 204 || head.status === 304 ? "0" : head.headers.get("content-length");
    if (length === undefined || !/^\d{1,9}$/.test(length)) return;
    const headBytes = this.#bytes - this.#unread.length;
    this.#endsAtBytes = Math.min(headBytes + Number(length), answerBytesMax);
  }
}
