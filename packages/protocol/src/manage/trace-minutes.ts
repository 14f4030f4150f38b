export const traceMinutesDefault = 15;
/** Watching costs every reading of the processor a little, so it must not be forgotten. */
export const traceMinutesMax = 60;
