import { crc32, deflateSync } from "node:zlib";

/** The smallest picture that is whole. */
export const smallestPicture = Buffer.from(
  "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA",
  "base64",
);

/** A PNG of one row. */
export function testPng({ width = 1, colour = 2, pixels = [0, 255, 0, 0] } = {}): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(1, 4);
  head.set([8, colour], 8);
  const chunk = (name: string, content: Uint8Array) => {
    const named = Buffer.concat([Buffer.from(name), content]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(content.length);
    sum.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, sum]);
  };
  const data = pixels.length === 0 ? [] : [chunk("IDAT", deflateSync(Buffer.from(pixels)))];
  const signature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
  return Buffer.concat([signature, chunk("IHDR", head), ...data, chunk("IEND", Buffer.alloc(0))]);
}
