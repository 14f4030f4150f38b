/** The largest picture of a device. */
export const pictureBytesMax = 256 * 1024;
