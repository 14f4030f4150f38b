import { crc32 } from "node:zlib";

/** Larger pictures take hundreds of megabytes of memory in the browsers of those who look at them. */
const pictureSideMax = 4096;

/** The refusal of a file that is none of them. */
export const badPicture = `Send a whole PNG, JPEG or WebP of at most ${pictureSideMax} by ${pictureSideMax} pixels.`;

/**
 * The type of a picture by its content, whatever its name or header says; null if it is none that browsers show safely. The whole
 * file is walked through, so that it cannot be something else as well: nothing may follow its end, and its parts must be what
 * they say. Pixels are not decoded.
 */
export function pictureType(bytes: Uint8Array): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (isPng(file)) return "image/png";
  if (isJpeg(file)) return "image/jpeg";
  return isWebp(file) ? "image/webp" : null;
}

function isSize(width: number, height: number): boolean {
  return width >= 1 && height >= 1 && width <= pictureSideMax && height <= pictureSideMax;
}

const pngSignature = Buffer.from("\x89PNG\r\n\x1a\n", "latin1");
const pngChunkName = /^[A-Za-z]{4}$/;
/** The bit depths that each colour type may have. */
const pngDepths: Readonly<Record<number, readonly number[]>> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};

/** The signature, then chunks with right sums: IHDR first, pixels, IEND last. */
function isPng(file: Buffer): boolean {
  if (!file.subarray(0, pngSignature.length).equals(pngSignature)) return false;
  let [at, hasPixels] = [pngSignature.length, false];
  while (at + 12 <= file.length) {
    const length = file.readUInt32BE(at);
    const end = at + 12 + length;
    const name = file.toString("latin1", at + 4, at + 8);
    if (end > file.length || !pngChunkName.test(name)) return false;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return false;
    if ((at === pngSignature.length) !== (name === "IHDR")) return false;
    if (name === "IHDR" && !isPngHead(file.subarray(at + 8, end - 4))) return false;
    if (name === "IDAT") hasPixels = true;
    if (name === "IEND") return hasPixels && length === 0 && end === file.length;
    at = end;
  }
  return false;
}

function isPngHead(head: Buffer): boolean {
  if (head.length !== 13 || !isSize(head.readUInt32BE(0), head.readUInt32BE(4))) return false;
  const [depth, colour, compression, filter, interlace] = [head[8]!, head[9]!, head[10], head[11], head[12]!];
  return pngDepths[colour]?.includes(depth) === true && compression === 0 && filter === 0 && interlace <= 1;
}

/** Segments up to the first scan, with one frame of a good size, and an end of image as the last bytes. */
function isJpeg(file: Buffer): boolean {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return false;
  if (file.readUInt16BE(file.length - 2) !== 0xffd9) return false;
  let [at, hasFrame] = [2, false];
  while (at + 4 <= file.length) {
    if (file[at] !== 0xff) return false;
    const marker = file[at + 1]!;
    if (marker === 0xff) {
      at++;
      continue;
    }
    const length = file.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > file.length) return false;
    // SOF0 to SOF15, of which three numbers are other tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      if (hasFrame || length < 11) return false;
      if (!isSize(file.readUInt16BE(at + 7), file.readUInt16BE(at + 5))) return false;
      hasFrame = true;
    }
    if (marker === 0xda) return hasFrame;
    at += 2 + length;
  }
  return false;
}

/** A RIFF file whose length is that of the bytes, and whose first chunk has the size of the picture. */
function isWebp(file: Buffer): boolean {
  if (file.length < 30 || file.toString("latin1", 0, 4) !== "RIFF") return false;
  if (file.toString("latin1", 8, 12) !== "WEBP" || file.readUInt32LE(4) !== file.length - 8) return false;
  let at = 12;
  while (at + 8 <= file.length) {
    const length = file.readUInt32LE(at + 4);
    at += 8 + length + (length & 1);
  }
  return at === file.length && isWebpSize(file);
}

function isWebpSize(file: Buffer): boolean {
  switch (file.toString("latin1", 12, 16)) {
    case "VP8X":
      return isSize(1 + file.readUIntLE(24, 3), 1 + file.readUIntLE(27, 3));
    case "VP8L": {
      if (file[20] !== 0x2f) return false;
      const bits = file.readUInt32LE(21);
      return isSize(1 + (bits & 0x3fff), 1 + ((bits >>> 14) & 0x3fff));
    }
    case "VP8 ":
      if (file.readUIntBE(23, 3) !== 0x9d012a) return false;
      return isSize(file.readUInt16LE(26) & 0x3fff, file.readUInt16LE(28) & 0x3fff);
    default:
      return false;
  }
}
