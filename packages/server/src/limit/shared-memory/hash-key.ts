/** Two halves of a 64-bit hash. */
export interface KeyHash {
  readonly first: number;
  readonly second: number;
}

/** A seeded hash. Without the seeds nobody can find keys that have a hash, or its lower bits, in common. */
export function hashKey(key: string, [firstSeed, secondSeed]: readonly [number, number]): KeyHash {
  let first = firstSeed;
  let second = secondSeed;
  for (let index = 0; index < key.length; index++) {
    const unit = key.charCodeAt(index);
    first = Math.imul(first ^ unit, 0x9e3779b1);
    second = Math.imul(second ^ unit, 0x85ebca77);
    first ^= second >>> 15;
    second ^= first >>> 13;
  }
  first = Math.imul(first ^ (first >>> 16), 0x7feb352d);
  second = Math.imul(second ^ (second >>> 15), 0x846ca68b);
  return { first: first ^ (second >>> 16), second: second ^ (first >>> 15) };
}
