import type { Answer, StreamedBody } from "../ingest/http/answer.ts";
import { type Payer, SharedRoom } from "../platform/shared-room.ts";
import type { InTurn } from "./management-api.ts";

/** How many requests may be answered at once, and how many bytes of answers may wait for clients to read them. */
interface UnderWayLimits {
  readonly requestsMax: number;
  readonly answerBytesMax: number;
}

const usualLimits: UnderWayLimits = { requestsMax: 1024, answerBytesMax: 64 * 1024 * 1024 };

/** Answers up to this size are passed on whole. Larger ones are read piece by piece, as fast as their client reads. */
const pieceBytes = 64 * 1024;

/** Why a request is refused: too many are under way, or too much of what was answered is not read yet. */
export type UnderWayRefusal = "requests" | "answers";

/**
 * Counts the requests of people that are being answered, and the bytes of answers that wait in this process until clients read
 * them. Both are shared room, so callers who ask for much and read nothing are refused, and the others are answered. Streams
 * produce their pieces as they are read, hold nothing here, and have limits of their own.
 */
export class AnswersUnderWay {
  readonly #requests: SharedRoom;
  readonly #answerBytes: SharedRoom;

  constructor({ requestsMax, answerBytesMax } = usualLimits) {
    this.#requests = new SharedRoom(requestsMax);
    this.#answerBytes = new SharedRoom(answerBytesMax);
  }

  /** For tests, which check that everything is given back. */
  get held(): { readonly requests: number; readonly answerBytes: number } {
    return { requests: this.#requests.taken, answerBytes: this.#answerBytes.taken };
  }

  /**
   * Answers a request for its payers, or says why not. Memory of a large answer counts until it is read or given up. Each piece of
   * it is passed on in a turn of the caller: all pieces share one link, and those of one caller must not fill it.
   */
  async answer<Made extends Answer>(
    payers: readonly Payer[],
    work: () => Promise<Made>,
    inTurn: InTurn,
  ): Promise<Made | UnderWayRefusal> {
    if (!this.#requests.take(payers, 1)) return "requests";
    try {
      return this.#hold(await work(), payers, inTurn);
    } finally {
      this.#requests.giveBack(payers, 1);
    }
  }

  #hold<Made extends Answer>(answer: Made, payers: readonly Payer[], inTurn: InTurn): Made | UnderWayRefusal {
    const { body } = answer;
    if (typeof body !== "string" || Buffer.byteLength(body) <= pieceBytes) return answer;
    const bytes = Buffer.from(body);
    if (!this.#answerBytes.take(payers, bytes.length)) return "answers";
    let isHeld = true;
    const release = () => {
      if (isHeld) this.#answerBytes.giveBack(payers, bytes.length);
      isHeld = false;
    };
    return { ...answer, body: bodyInPieces(bytes, release, inTurn) };
  }
}

/** Not a generator: one that was never begun would release nothing when it is stopped. */
function bodyInPieces(bytes: Uint8Array, release: () => void, inTurn: InTurn): StreamedBody {
  let start = 0;
  const end = { value: undefined, done: true } as const;
  const pieces: AsyncIterator<Uint8Array> = {
    async next() {
      if (start >= bytes.length) {
        release();
        return end;
      }
      return inTurn(async () => {
        const value = bytes.subarray(start, start + pieceBytes);
        start += pieceBytes;
        return { value, done: false };
      });
    },
    async return() {
      start = bytes.length;
      release();
      return end;
    },
  };
  return { sizeBytes: bytes.length, [Symbol.asyncIterator]: () => pieces };
}
