/** Memory for the frames of one group, which the queue thread sees too. */
export interface GroupSpace {
  readonly number: number;
  bytes: Uint8Array<SharedArrayBuffer>;
  /** Whether the queue thread has been given this memory. */
  isShown: boolean;
}

const firstSpaceBytes = 64 * 1024;
/** Memory of more than this is not kept for reuse, so one burst does not hold it for ever. */
const keptSpaceBytesMax = 8 * 1024 * 1024;
/** Frames of so few bytes are copied one by one: the call that copies many takes 0.3 us. */
const smallFrameBytesMax = 128;

export function makeSpace(number: number): GroupSpace {
  return { number, bytes: new Uint8Array(new SharedArrayBuffer(firstSpaceBytes)), isShown: false };
}

/** Makes room for more behind the bytes that are used. */
export function growSpace(space: GroupSpace, usedBytes: number, moreBytes: number): void {
  const grown = new Uint8Array(new SharedArrayBuffer((usedBytes + moreBytes) * 2));
  grown.set(space.bytes.subarray(0, usedBytes));
  space.bytes = grown;
  space.isShown = false;
}

/** What is kept for a later group of a space that is no longer used. */
export function spaceToKeep(space: GroupSpace): GroupSpace {
  return space.bytes.length > keptSpaceBytesMax ? makeSpace(space.number) : space;
}

export function copyInto(bytes: Uint8Array, frame: Uint8Array, start: number): void {
  if (frame.length > smallFrameBytesMax) bytes.set(frame, start);
  else for (let at = 0; at < frame.length; at++) bytes[start + at] = frame[at]!;
}
