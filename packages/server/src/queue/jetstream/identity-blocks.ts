/**
 * Encodes the identities of a stretch for Redis: many readings of one sensor, side by side as in their frame. What each of
 * them needs is encoded by the base64 of the system, at a thirtieth of what the fields of a record cost (identity-text.ts).
 * Blocks of one key follow each other:
 *
 *   block   length of the base64 in 8 digits | first arrival of all its readings | base64 of f64 value | f64 time us ...
 */
import type { Stretch } from "../stretch.ts";
import {
  type FirstArrival,
  firstCharacters,
  type IdentityWriter,
  identityText,
  lengthDigits,
  parseDigits,
  parseFirst,
} from "./identity-text.ts";

const doubleBytes = 8;

/** Returns the readings of the stretch from index `from` to before `before`, as base64. */
export function encodeStretch({ doubles, start }: Stretch, from: number, before: number): string {
  const { buffer, byteOffset } = doubles;
  const bytes = (before - from) * 2 * doubleBytes;
  return Buffer.from(buffer, byteOffset + (start + from * 2) * doubleBytes, bytes).toString("base64");
}

/** Returns how many characters `writeBlock` writes. */
export function blockCharacters(base64: string): number {
  return lengthDigits + firstCharacters + base64.length;
}

export function writeBlock(writer: IdentityWriter, base64: string, first: FirstArrival): void {
  writer.digits(base64.length, lengthDigits);
  writer.first(first);
  writer.ascii(base64);
}

/** Adds the readings of blocks to the index. */
export function indexBlocks(blocks: string, index: Map<string, FirstArrival>): void {
  for (let at = 0; at < blocks.length; ) {
    const start = at + lengthDigits + firstCharacters;
    const end = start + parseDigits(blocks, at, lengthDigits);
    const first = parseFirst(blocks, at + lengthDigits);
    const bytes = new Uint8Array(Buffer.from(blocks.slice(start, end), "base64"));
    const doubles = new Float64Array(bytes.buffer);
    for (let double = 0; double < doubles.length; double += 2) {
      const atUs = doubles[double + 1]!;
      const seconds = Math.floor(atUs / 1e6);
      index.set(identityText(doubles[double]!, seconds, atUs - seconds * 1e6), first);
    }
    at = end;
  }
}
