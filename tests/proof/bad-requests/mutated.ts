import type { SeededRandom } from "../../harness/seeded-random.ts";

/** Changes, removes, repeats or cuts off a few bytes anywhere. */
export function mutated(bytes: Buffer, random: SeededRandom): Buffer {
  let changed = Buffer.from(bytes);
  for (let change = random.between(1, 4); change > 0 && changed.length > 0; change--) {
    const at = random.between(0, changed.length - 1);
    const end = Math.min(changed.length, at + random.between(1, 12));
    switch (random.between(0, 4)) {
      case 0:
        changed[at] = random.between(0, 255);
        break;
      case 1:
        changed = Buffer.concat([changed.subarray(0, at), changed.subarray(end)]);
        break;
      case 2:
        changed = Buffer.concat([changed.subarray(0, end), changed.subarray(at)]);
        break;
      case 3:
        changed = Buffer.from(changed.subarray(0, at));
        break;
      case 4:
        changed[at] = changed[at]! ^ (1 << random.between(0, 7));
        break;
    }
  }
  return changed;
}
