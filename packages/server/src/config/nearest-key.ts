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
    const edits = editDistance(wanted, bare(key));
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

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const replaced = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, last[column]! + 1, current[column - 1]! + 1);
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}
