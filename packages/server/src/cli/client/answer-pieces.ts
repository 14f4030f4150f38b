import { reasonOf } from "../../platform/log.ts";
import { CommandFailure, codeOf } from "../failure.ts";

/** The body of an answer as it comes. Fails where it breaks off: what has come by then is not the whole. */
export async function* answerPieces({ body }: Response): AsyncGenerator<Uint8Array> {
  try {
    if (body !== null) yield* body;
  } catch (error) {
    // In this process the store itself may fail, which has words of its own.
    if (codeOf(error)?.startsWith("SQLITE_")) throw error;
    const message = `The connection to the server broke early, so the output is incomplete. Try again. (${reasonOf(error)})`;
    throw new CommandFailure("connection_lost", message);
  }
}

/** So many lines of it, as bytes. */
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

/** The lines of each piece, where the last that is not whole goes to the next. */
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
