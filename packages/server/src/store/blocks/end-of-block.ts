/** Where a block ends that is to end at `wantedEnd`. Two blocks never share a moment, so readings of one time stay together however many there are. */
export function endOfBlock(atUs: Float64Array, wantedEnd: number, to: number): number {
  let end = wantedEnd;
  while (end < to && atUs[end] === atUs[end - 1]) end++;
  return end;
}
