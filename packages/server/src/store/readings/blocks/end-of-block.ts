/**
 * Returns where a block ends that should end at `wantedEnd`. Two blocks never share a moment, so all readings of one
 * time stay together.
 */
export function endOfBlock(atUs: Float64Array, wantedEnd: number, to: number): number {
  let end = wantedEnd;
  while (end < to && atUs[end] === atUs[end - 1]) end++;
  return end;
}
