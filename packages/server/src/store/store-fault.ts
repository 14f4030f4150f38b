/**
 * A fault of the engine behind a port of the store: no space, a lock, a lost connection, a broken disk. The stored data
 * is never to blame, so whoever meets a fault in the middle of a batch gives the batch up, settles nothing and tries
 * again. Every adapter translates the errors of its engine into this one.
 */
export class StoreFault extends Error {
  readonly code = "store_fault";
  /** The disk itself failed. The data may or may not have been written, and reading it back would not tell. */
  readonly isOfDisk: boolean;

  constructor(message: string, { cause, isOfDisk = false }: { cause: unknown; isOfDisk?: boolean }) {
    super(message, { cause });
    this.isOfDisk = isOfDisk;
  }
}

/** Returns whether the last answers of the store can no longer be trusted. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof StoreFault && error.isOfDisk;
}
