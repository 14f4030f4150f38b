import { DeliveryError } from "./delivery-error.ts";

/**
 * Runs work with a signal that aborts when the time is up or the outer signal aborts; its reason is a DeliveryError. The work
 * must obey it.
 */
export async function withinMs<Result>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const stop = (): void => controller.abort(new DeliveryError("failed", "The delivery was interrupted."));
  const timer = setTimeout(() => {
    controller.abort(new DeliveryError("failed", `There was no answer within ${limitMs / 1000} s.`));
  }, limitMs);
  outer.addEventListener("abort", stop);
  if (outer.aborted) stop();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", stop);
  }
}

/** Waits for a promise that cannot be cancelled, but not beyond the signal. */
export async function unlessAborted<Result>(signal: AbortSignal, pending: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = (): void => aborted.reject(signal.reason);
  signal.addEventListener("abort", abort);
  if (signal.aborted) abort();
  try {
    return await Promise.race([pending, aborted.promise]);
  } finally {
    signal.removeEventListener("abort", abort);
    // A late failure that nobody waits for any more must not end the process.
    pending.catch(() => undefined);
    aborted.promise.catch(() => undefined);
  }
}
