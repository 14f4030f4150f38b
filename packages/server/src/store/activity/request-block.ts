/**
 * Requests of an account as they lie in a block: parts, one after the other, so that more requests can be added to the
 * end. The ids of their devices lie beside it, in the same order (see tables-postgres.ts).
 *
 *   part: u32 requests | u32 bytes of text | per request: f64 arrival ms | their lines (see activity-line.ts), with a
 *   line break between two
 */
export interface BlockLine {
  readonly arrivalMs: number;
  readonly line: string;
}

const headBytes = 8;
const arrivalBytes = 8;
/** JSON has none within a line. */
const lineBreak = "\n";

export function packPart(requests: readonly BlockLine[]): Uint8Array {
  const text = Buffer.from(requests.map(({ line }) => line).join(lineBreak));
  const textAt = headBytes + requests.length * arrivalBytes;
  const part = Buffer.allocUnsafe(textAt + text.length);
  part.writeUInt32LE(requests.length, 0);
  part.writeUInt32LE(text.length, 4);
  for (const [nth, { arrivalMs }] of requests.entries())
    part.writeDoubleLE(arrivalMs, headBytes + nth * arrivalBytes);
  part.set(text, textAt);
  return part;
}

export function linesOfBlock(data: Uint8Array): BlockLine[] {
  const block = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
  const found: BlockLine[] = [];
  for (let at = 0; at < block.length; ) {
    const requests = block.readUInt32LE(at);
    const textAt = at + headBytes + requests * arrivalBytes;
    const end = textAt + block.readUInt32LE(at + 4);
    const lines = block.toString("utf8", textAt, end).split(lineBreak);
    for (let nth = 0; nth < requests; nth++)
      found.push({ arrivalMs: block.readDoubleLE(at + headBytes + nth * arrivalBytes), line: lines[nth]! });
    at = end;
  }
  return found;
}
