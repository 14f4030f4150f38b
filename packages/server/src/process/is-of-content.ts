import { StoreFault } from "../store/store-fault.ts";

/**
 * Returns whether the engine works and refused what it was given, or what it was given could not even be written down. Trying
 * the same again changes nothing, and other content would have been taken.
 */
export function isOfContent(error: unknown): boolean {
  if (error instanceof StoreFault) return error.isOfData;
  return error instanceof TypeError || error instanceof RangeError;
}
