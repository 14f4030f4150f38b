/** Counting stops here: somebody who reads a larger number does nothing else about it. */
export const countedMax = 100_000;
