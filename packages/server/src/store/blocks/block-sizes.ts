/**
 * Fewer readings of a sensor are written as rows. Of 500 sensors with 8 readings each a block takes 0.9 us of CPU a
 * reading and rows 3.4, so it is not writing that sets the limit: a listing reads block by block.
 */
export const blockReadingsMin = 16;
/** A block is decoded whole for one reading of it; from 512 readings on, larger ones are not cheaper to write. */
export const blockReadingsMax = 1024;
/**
 * Readings of a dense block. A page of the file takes 4 kB, and what is left of it behind a block is lost: with 1024 readings
 * to a block a reading took 4.4 bytes instead of 2.8.
 */
export const denseReadingsMax = 4096;
