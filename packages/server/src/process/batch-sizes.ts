/** Queue bytes per transaction, but at least one entry. Four times as many take 60 MB more memory, and no less CPU. */
export const batchBytesMax = 1024 * 1024;
/** Bytes of parked frames per transaction. Expensive frames that a turn does not reach are read again in the next turn. */
export const parkedBytesMax = 64 * 1024;
