/** The most partitions that the queue of a cluster can have, and what those of earlier versions have. */
export const partitionsMax = 64;
