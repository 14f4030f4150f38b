import { freeBytes } from "../../platform/free-bytes.ts";
import type { RoomShare } from "../../platform/shared-room.ts";
import type { BodyRefusal } from "./exchange.ts";
import { type BodyFraming, isFieldLine, isFieldText } from "./request-head.ts";

/** The maximum length of a chunk's size line. Extensions are allowed and ignored. */
const sizeLineBytesMax = 256;
const trailerBytesMax = 8 * 1024;
const gatheredBytesMin = 4 * 1024;
/** 16 kB a second: a body of two megabytes in two minutes. */
const trickleBytesPerMs = 16;

export type Received = "more" | "done" | "malformed";

/**
 * Collects the body of one request from the bytes of its connection, whether its length is announced or it comes in chunks.
 * Past `bytesMax`, or if there is no room, it stops collecting, sets `refusal`, and continues to the end of the body, because
 * the next request begins there.
 */
export class BodyReceiver {
  /** How far the body reached into the last piece. */
  consumed = 0;
  refusal: BodyRefusal | null = null;
  isDone = false;
  /** Memory for the body, filled up to `#bytes`. It grows by doubling, because a body may come one byte at a time. */
  #gathered: Buffer | null = null;
  #bytes = 0;
  readonly #bytesMax: number;
  readonly #room: RoomShare | null;
  /** How much of the room is taken for `#gathered`. */
  #takenBytes = 0;
  /** Bytes of the body, or of the current chunk, that are still to come. */
  #left: number;
  readonly #isChunked: boolean;
  #state: "data" | "size" | "dataEnd" | "trailer";
  #line = "";
  #trailerBytes = 0;

  /** `room` is null for a body that nobody wants. */
  constructor(framing: Exclude<BodyFraming, { kind: "none" }>, bytesMax: number, room: RoomShare | null) {
    this.#bytesMax = bytesMax;
    this.#room = room;
    this.#isChunked = framing.kind === "chunked";
    this.#state = this.#isChunked ? "size" : "data";
    this.#left = framing.kind === "chunked" ? 0 : framing.bytes;
    if (this.#left > bytesMax) this.refusal = "too large";
  }

  /** The whole body, once it is complete and not refused; valid until the socket's next piece. */
  get body(): Uint8Array {
    return this.#gathered === null ? noBody : this.#gathered.subarray(0, this.#bytes);
  }

  /** Whether others may need the room that it takes, and it arrives more slowly than any usual device sends. */
  isTrickling(afterMs: number): boolean {
    return this.#room?.isScarce === true && afterMs > this.#bytes / trickleBytesPerMs;
  }

  /** Takes the bytes of the body from `piece`, from `start` on. */
  push(piece: Buffer, start: number): Received {
    const received = this.#push(piece, start);
    if (received === "done") this.isDone = true;
    return received;
  }

  /** Like `release`, and also frees the memory of a body that nobody reads any more. */
  free(): void {
    if (this.#takenBytes > 0) freeBytes(this.#gathered!);
    this.release();
  }

  /** Gives back the room of a body that nobody needs any more. */
  release(): void {
    this.#gathered = null;
    if (this.#takenBytes > 0) this.#room?.giveBack(this.#takenBytes);
    this.#takenBytes = 0;
  }

  #push(piece: Buffer, start: number): Received {
    this.consumed = start;
    while (this.consumed < piece.length) {
      if (this.#state === "data") {
        this.#takeData(piece);
        if (this.#left > 0) return "more";
        if (!this.#isChunked) return "done";
        this.#state = "dataEnd";
      } else {
        const line = this.#takeLine(piece);
        if (line === "long") return "malformed";
        if (line === "partial") return "more";
        const received = this.#endLine();
        if (received !== "more") return received;
      }
    }
    return "more";
  }

  #takeData(piece: Buffer): void {
    const start = this.consumed;
    const taken = Math.min(this.#left, piece.length - start);
    this.#left -= taken;
    this.consumed += taken;
    if (this.#bytes + taken > this.#bytesMax) this.#refuse("too large");
    if (this.refusal !== null) return;
    const isAll = !this.#isChunked && this.#left === 0 && this.#bytes === 0;
    if (isAll) this.#gathered = piece.subarray(start, start + taken);
    else if (this.#growFor(taken)) piece.copy(this.#gathered!, this.#bytes, start, start + taken);
    else this.#refuse("no room");
    this.#bytes += taken;
  }

  #refuse(refusal: BodyRefusal): void {
    this.refusal ??= refusal;
    this.release();
  }

  /** Grows `#gathered` for this many more bytes. Returns false if there is no room. */
  #growFor(bytes: number): boolean {
    const neededBytes = this.#bytes + bytes;
    const former = this.#gathered;
    if (former !== null && former.length >= neededBytes) return true;
    // The rest of the size is known unless the body comes in chunks, and more than that is never needed.
    const expectedBytes = this.#isChunked ? this.#bytesMax : neededBytes + this.#left;
    const doubledBytes = Math.max((former?.length ?? 0) * 2, gatheredBytesMin);
    const grownBytes = Math.max(neededBytes, Math.min(doubledBytes, expectedBytes));
    if (this.#room !== null && !this.#room.take(grownBytes - this.#takenBytes)) return false;
    this.#takenBytes = grownBytes;
    const grown = Buffer.allocUnsafe(grownBytes);
    if (former !== null) {
      former.copy(grown, 0, 0, this.#bytes);
      freeBytes(former);
    }
    this.#gathered = grown;
    return true;
  }

  /** Collects a line of the chunked framing up to its line feed. */
  #takeLine(piece: Buffer): "whole" | "partial" | "long" {
    const end = piece.indexOf(0x0a, this.consumed);
    const until = end < 0 ? piece.length : end + 1;
    const bytesMax = this.#state === "trailer" ? trailerBytesMax : sizeLineBytesMax;
    if (this.#line.length + until - this.consumed > bytesMax) return "long";
    this.#line += piece.toString("latin1", this.consumed, until);
    this.consumed = until;
    return end < 0 ? "partial" : "whole";
  }

  #endLine(): Received {
    const line = this.#line;
    this.#line = "";
    if (!line.endsWith("\r\n")) return "malformed";
    const text = line.slice(0, -2);
    switch (this.#state) {
      case "dataEnd":
        this.#state = "size";
        return text === "" ? "more" : "malformed";
      case "trailer":
        this.#trailerBytes += line.length;
        if (text === "") return "done";
        return this.#trailerBytes > trailerBytesMax || !isFieldLine(text) ? "malformed" : "more";
      default: {
        const size = parseSize(text);
        if (size === null) return "malformed";
        this.#left = size;
        this.#state = size === 0 ? "trailer" : "data";
        return "more";
      }
    }
  }
}

export const noBody = new Uint8Array(0);

/** Parses the hexadecimal size before any extension. */
function parseSize(line: string): number | null {
  const size = /^([0-9A-Fa-f]{1,12})(?:[ \t]*;.*)?$/.exec(line);
  return size === null || !isFieldText(line) ? null : Number.parseInt(size[1]!, 16);
}
