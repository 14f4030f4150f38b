const pieceChars = 64 * 1024;

/** A head and a line for each item, as pieces of about 64 KiB. */
export async function* textPieces<Item>(
  head: string,
  pages: AsyncIterable<readonly Item[]>,
  toLine: (item: Item) => string,
): AsyncGenerator<Uint8Array> {
  let text = head;
  for await (const page of pages) {
    for (const item of page) {
      text += toLine(item);
      if (text.length < pieceChars) continue;
      yield Buffer.from(text);
      text = "";
    }
  }
  if (text !== "") yield Buffer.from(text);
}
