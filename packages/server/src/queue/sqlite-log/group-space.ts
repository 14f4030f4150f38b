/** Memory for the frames of one group, shared with the queue thread. */
export interface GroupSpace {
  readonly number: number;
  bytes: Uint8Array<SharedArrayBuffer>;
  /** Whether the queue thread has been given this memory. */
  isShown: boolean;
}

const firstSpaceBytes = 64 * 1024;
/** Larger memory is not kept for reuse, so that one burst does not hold it for ever. */
const keptSpaceBytesMax = 8 * 1024 * 1024;
/** Frames up to this size are copied byte by byte: the call that copies many takes 0.3 us. */
const smallFrameBytesMax = 128;

export function makeSpace(number: number): GroupSpace {
  return { number, bytes: new Uint8Array(new SharedArrayBuffer(firstSpaceBytes)), isShown: false };
}

/** Makes room for more bytes after the used ones. */
export function growSpace(space: GroupSpace, usedBytes: number, moreBytes: number): void {
  const grown = new Uint8Array(new SharedArrayBuffer((usedBytes + moreBytes) * 2));
  grown.set(space.bytes.subarray(0, usedBytes));
  space.bytes = grown;
  space.isShown = false;
}

/** Returns the memory to keep for a later group after a space is no longer used. */
export function spaceToKeep(space: GroupSpace): GroupSpace {
  return space.bytes.length > keptSpaceBytesMax ? makeSpace(space.number) : space;
}

export function copyInto(bytes: Uint8Array, frame: Uint8Array, start: number): void {
  if (frame.length > smallFrameBytesMax) bytes.set(frame, start);
  else for (let at = 0; at < frame.length; at++) bytes[start + at] = frame[at]!;
}
