import { isWithin } from "./is-within.ts";

/** Pages with figures are answered within two seconds, whoever is away. This leaves some time for the rest of the work. */
export const soonMs = 1500;

/** Resolves to null if the promise fails, or takes longer than somebody who looks at a page waits. */
export async function valueIfSoon<Value>(promise: Promise<Value>, maxMs = soonMs): Promise<Value | null> {
  const isThere = await isWithin(maxMs, promise).catch(() => false);
  return isThere ? promise : null;
}
