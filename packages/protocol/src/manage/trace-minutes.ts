export const traceMinutesDefault = 15;
/** Watching makes every reading a little more expensive for the processor, so it ends by itself. */
export const traceMinutesMax = 60;
