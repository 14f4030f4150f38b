/**
 * Counts the insertions, deletions, replacements and swaps of neighbours that turn one text into the other. Returns Infinity if
 * there are more than `most`, so that very different texts cost little.
 */
export function editDistance(from: string, to: string, most: number): number {
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    let fewest = row;
    for (let column = 1; column <= to.length; column++) {
      const replaced = last[column - 1]! + (from[row - 1] === to[column - 1] ? 0 : 1);
      let edits = Math.min(replaced, last[column]! + 1, current[column - 1]! + 1);
      const isSwap =
        row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (isSwap) edits = Math.min(edits, beforeLast[column - 2]! + 1);
      current.push(edits);
      fewest = Math.min(fewest, edits);
    }
    // A swap in the next row continues from the row before this one, whose minimum may be one less.
    if (fewest > most + 1) return Number.POSITIVE_INFINITY;
    beforeLast = last;
    last = current;
  }
  const edits = last[to.length]!;
  return edits > most ? Number.POSITIVE_INFINITY : edits;
}
