/** The forms of columns, as docs/block-format.md describes them. */
export const columnHeadBytes = 16;

/** The form is the number of bytes per number. Runs have a form of their own. */
export const same = 0;
export const inBytes = 1;
export const inHalves = 2;
export const inWords = 4;
export const inDoubles = 8;
export const inRuns = 16;
export const inFrames = 32;
export const compressedDistances = 64;
export const compressedSteps = 65;

/** A run takes a 32-bit word for its length and a double for its number. */
export const runBytes = 12;

/** `runs` is the number of bytes if the column is compressed. */
export function dataBytes(form: number, count: number, runs: number): number {
  if (form === compressedDistances || form === compressedSteps) return runs;
  return form === inRuns ? padded(runs * 4) + runs * inDoubles : form * count;
}

export function padded(bytes: number): number {
  return (bytes + 7) & ~7;
}
