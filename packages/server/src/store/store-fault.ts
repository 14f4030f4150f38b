/**
 * A fault of the engine behind a port of the store: no space, a lock, a lost connection, a broken disk. It is never the
 * fault of what was being stored, so whoever meets one in the middle of a batch gives the batch up, settles nothing, and
 * tries again. Every adapter translates the errors of its engine into this one.
 */
export class StoreFault extends Error {
  readonly code = "store_fault";
  /** The disk itself failed: what was written may or may not be there, and asking again would not tell. */
  readonly isOfDisk: boolean;

  constructor(message: string, { cause, isOfDisk = false }: { cause: unknown; isOfDisk?: boolean }) {
    super(message, { cause });
    this.isOfDisk = isOfDisk;
  }
}

/** Whether nothing can be trusted any more that the store said last. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof StoreFault && error.isOfDisk;
}
