import { editDistance } from "./edit-distance.ts";

/**
 * The known key that a misspelt one most likely stands for, or null when none is near. Case and separators do not
 * count, so `rateLimit` and `RATE-LIMIT` are `rate_limit`.
 */
export function nearestKey<Key extends string>(misspelt: string, known: readonly Key[]): Key | null {
  const wanted = bare(misspelt);
  if (wanted.length > wantedCharsMax) return null;
  let nearest: Key | null = null;
  // Up to a third of the letters may differ: more would suggest keys that have nothing to do with it.
  let leastEdits = Math.floor(wanted.length / 3) + 1;
  for (const key of known) {
    const edits = editDistance(wanted, bare(key), leastEdits - 1);
    if (edits < leastEdits) {
      nearest = key;
      leastEdits = edits;
    }
  }
  return nearest;
}

const wantedCharsMax = 100;

function bare(key: string): string {
  return key.toLowerCase().replace(/[^a-z0-9]/g, "");
}
