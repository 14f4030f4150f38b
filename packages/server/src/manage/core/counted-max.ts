/** Counting stops here, because a larger number would not change what people do about it. */
export const countedMax = 100_000;
