const pieceChars = 64 * 1024;

/**
 * Lines as pieces of about 64 KiB. Between two of them everything else gets its turn, so that whoever takes pieces as
 * fast as they come does not hold up the readings that come in.
 */
export async function* textPieces(lines: Iterable<string>): AsyncGenerator<Uint8Array> {
  let text = "";
  for (const line of lines) {
    text += line;
    if (text.length < pieceChars) continue;
    yield Buffer.from(text);
    text = "";
    await everythingElse();
  }
  if (text !== "") yield Buffer.from(text);
}

/** Resolves when the event loop has been round once. */
export function everythingElse(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
