const double = new Float64Array(1);
const halves = new Uint32Array(double.buffer);

/** Seeded per process, so that nobody can craft readings that all collide in the table. */
export function hashIdentity(
  seed: number,
  sensorId: number,
  value: number,
  seconds: number,
  micros: number,
): number {
  double[0] = value;
  let hash = mix(seed ^ sensorId, halves[0]!);
  hash = mix(hash, halves[1]!);
  double[0] = seconds;
  hash = mix(hash, halves[0]!);
  hash = mix(hash, halves[1]!);
  hash = mix(hash, micros);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function mix(hash: number, word: number): number {
  const scrambled = Math.imul(word, 0xcc9e2d51);
  const mixed = hash ^ Math.imul((scrambled << 15) | (scrambled >>> 17), 0x1b873593);
  return (Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64) | 0;
}
