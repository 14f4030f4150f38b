import { crc32, deflateSync, inflateSync } from "node:zlib";

const signature = Buffer.from("89504e470d0a1a0a", "hex");
const coloursMax = 256;

/**
 * Writes a screenshot with at most 256 colours, which takes a third of its size. Pages have few colours, and of the many between
 * a letter and its ground the common ones are enough. Takes a PNG as browsers write it: 8 bits of red, green and blue, not interlaced.
 */
export function palettePng(png: Buffer): Buffer {
  const { width, height, data } = readPng(png);
  const pixels = unfiltered(data, width, height);
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const common = [...counts].sort(([, one], [, other]) => other - one).map(([colour]) => colour);
  const palette = common.slice(0, coloursMax);
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of common.slice(coloursMax)) places.set(colour, nearest(palette, colour));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x]!)!;
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each pixel, which are places in the palette.
  head.set([8, 3], 8);
  return Buffer.concat([
    signature,
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(palette.flatMap(partsOf))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function readPng(png: Buffer): { width: number; height: number; data: Buffer } {
  const parts: Buffer[] = [];
  let head = Buffer.alloc(0);
  for (let at = signature.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString("latin1", at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === "IHDR") head = Buffer.from(content);
    if (type === "IDAT") parts.push(content);
    at += length + 12;
  }
  if (head[8] !== 8 || head[9] !== 2 || head[12] !== 0)
    throw new Error("The screenshot is no plain RGB picture.");
  return {
    width: head.readUInt32BE(0),
    height: head.readUInt32BE(4),
    data: inflateSync(Buffer.concat(parts)),
  };
}

/** The colours of all pixels. Each row of a PNG is written as differences from its neighbours, in one of five ways. */
function unfiltered(data: Buffer, width: number, height: number): Uint32Array {
  const stride = width * 3;
  const bytes = new Uint8Array(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < 3 ? 0 : bytes[at - 3]!;
      const above = y === 0 ? 0 : bytes[at - stride]!;
      const corner = x < 3 || y === 0 ? 0 : bytes[at - stride - 3]!;
      const predicted = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter]!;
      bytes[at] = data[y * (stride + 1) + 1 + x]! + predicted;
    }
  }
  return Uint32Array.from({ length: width * height }, (_, pixel) => {
    const at = pixel * 3;
    return (bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!;
  });
}

function paeth(left: number, above: number, corner: number): number {
  const [toLeft, toAbove, toCorner] = [left, above, corner].map((each) =>
    Math.abs(left + above - corner - each),
  );
  if (toLeft! <= toAbove! && toLeft! <= toCorner!) return left;
  return toAbove! <= toCorner! ? above : corner;
}

function nearest(palette: readonly number[], colour: number): number {
  const wanted = partsOf(colour);
  const distances = palette.map((each) =>
    partsOf(each).reduce((sum, part, index) => sum + (part - wanted[index]!) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

function partsOf(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
