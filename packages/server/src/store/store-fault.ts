/**
 * A fault of the engine behind a port of the store: no space, a lock, a lost connection, a broken disk. Whoever meets
 * one in the middle of a batch gives the batch up, settles nothing and tries again. Every adapter translates the errors
 * of its engine into this one.
 */
export class StoreFault extends Error {
  readonly code = "store_fault";
  /** The disk itself failed. The data may or may not have been written, and reading it back would not tell. */
  readonly isOfDisk: boolean;
  /** The engine works and refused these values, for example a fraction for a whole number. Trying again changes nothing. */
  readonly isOfData: boolean;

  constructor(
    message: string,
    { cause, isOfDisk = false, isOfData = false }: { cause: unknown; isOfDisk?: boolean; isOfData?: boolean },
  ) {
    super(message, { cause });
    this.isOfDisk = isOfDisk;
    this.isOfData = isOfData;
  }
}

/** Returns whether the last answers of the store can no longer be trusted. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof StoreFault && error.isOfDisk;
}

/** Returns whether the store could not work at all, so that other data would have met the same fault. */
export function isEngineFault(error: unknown): boolean {
  return error instanceof StoreFault && !error.isOfData;
}
