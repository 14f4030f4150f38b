/**
 * Fewer readings of a sensor are written as rows. With 500 sensors of 8 readings each, a block takes 0.9 us of CPU per
 * reading and rows take 3.4. So the limit is not set by writing but by listings, which read block by block.
 */
export const blockReadingsMin = 16;
/** A whole block is decoded for one of its readings. Above 512 readings, larger blocks are no cheaper to write. */
export const blockReadingsMax = 1024;
/**
 * Maximum number of readings in a dense block. A page of the file takes 4 kB, and the rest of a page behind a block is
 * wasted: with 1024 readings per block a reading took 4.4 bytes instead of 2.8.
 */
export const denseReadingsMax = 4096;
/** Blocks of up to this many readings are packed into dense ones, once there are enough of them side by side. */
export const smallReadingsMax = 2048;
/** A packed reading takes less than a byte, and a block that is smaller than a page wastes the rest of it. */
export const packedReadingsMax = 8192;
/** How many are enough. */
export const packedReadingsMin = (packedReadingsMax * 3) / 4;
