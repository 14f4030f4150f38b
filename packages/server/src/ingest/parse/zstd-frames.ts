const frameMagic = 0xfd2fb528;
const skippableMagic = 0x184d2a50;
const dictionaryIdBytes = [0, 1, 2, 4];
const contentSizeBytes = [0, 2, 4, 8];
const rleBlock = 1;

/**
 * Returns whether the bytes are complete zstd frames (RFC 8878), one after another, by their headers alone. The decoder does
 * not tell: for a body that was cut off, it returns the part that it could inflate as if that were all.
 */
export function areWholeZstdFrames(bytes: Uint8Array): boolean {
  if (bytes.length === 0) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let next: number | null = 0;
  while (next !== null && next < bytes.length) next = endOfFrame(view, next);
  return next === bytes.length;
}

/** Returns where the frame at `start` ends, or null if it is not a frame or is cut off. */
function endOfFrame(view: DataView, start: number): number | null {
  if (start + 8 > view.byteLength) return null;
  const magic = view.getUint32(start, true);
  if ((magic & 0xfffffff0) >>> 0 === skippableMagic) return start + 8 + view.getUint32(start + 4, true);
  if (magic !== frameMagic) return null;

  const descriptor = view.getUint8(start + 4);
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const hasChecksum = (descriptor & 0x04) !== 0;
  const sizeFlag = descriptor >> 6;
  const sizeBytes = sizeFlag === 0 && isSingleSegment ? 1 : contentSizeBytes[sizeFlag]!;
  let next = start + 5 + (isSingleSegment ? 0 : 1) + dictionaryIdBytes[descriptor & 3]! + sizeBytes;
  for (let isLast = false; !isLast; ) {
    if (next + 3 > view.byteLength) return null;
    const header = view.getUint16(next, true) | (view.getUint8(next + 2) << 16);
    isLast = (header & 1) === 1;
    next += 3 + (((header >> 1) & 3) === rleBlock ? 1 : header >> 3);
  }
  return next + (hasChecksum ? 4 : 0);
}
