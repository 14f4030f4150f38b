import { errorCode } from "../../platform/error-code.ts";
import { reasonOf } from "../../platform/log.ts";
import { CommandFailure } from "../failure.ts";

/** The body of an answer as it arrives. Fails if the body breaks off, because it is then incomplete. */
export async function* answerPieces({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body;
  } catch (error) {
    // In this process the store itself may fail, which has its own message.
    if (errorCode(error)?.startsWith("SQLITE_")) throw error;
    const message = `The connection to the server broke early, so the output is incomplete. Try again. (${reasonOf(error)})`;
    throw new CommandFailure("connection_lost", message);
  }
}

/** At most this many lines of it, as bytes. */
export async function* firstLines(
  pieces: AsyncIterable<Uint8Array>,
  max: number,
): AsyncGenerator<Uint8Array> {
  let left = max;
  for await (const piece of pieces) {
    let end = 0;
    while (left > 0) {
      const lineBreak = piece.indexOf(newline, end);
      if (lineBreak < 0) break;
      end = lineBreak + 1;
      left--;
    }
    yield left > 0 ? piece : piece.subarray(0, end);
    if (left === 0) return;
  }
}

const newline = 0x0a;

/** The lines of each piece. An incomplete last line is added to the next piece. */
export async function* linesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of pieces) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop()!;
    yield lines;
  }
  if (rest !== "") yield [rest];
}
