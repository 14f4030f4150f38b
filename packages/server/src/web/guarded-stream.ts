/** How long a piece may follow the last check of its caller's access. */
const checkedMs = 1000;

interface StreamGuard {
  readonly nowMs: () => number;
  /** Whether the same request would be answered now. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/**
 * A long answer that ends when its caller loses access: when their key, session or membership was revoked. Access is checked
 * again while pieces are read, and a stream that nobody reads hands out nothing. The fault cuts the connection off, so that
 * nobody takes half a file for a whole one.
 */
export async function* guardedStream(
  pieces: AsyncIterable<Uint8Array>,
  { nowMs, isStillAllowed }: StreamGuard,
): AsyncGenerator<Uint8Array> {
  let lastMs = nowMs();
  for await (const piece of pieces) {
    if (nowMs() - lastMs >= checkedMs) {
      if (!(await isStillAllowed())) throw new AccessEndedError();
      lastMs = nowMs();
    }
    yield piece;
  }
}

class AccessEndedError extends Error {
  readonly code = "access_ended";
  override readonly message = "The caller's access ended while the answer was being sent.";
}
