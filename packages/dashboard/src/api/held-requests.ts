let held: Promise<void> | null = null;

/**
 * Holds all requests that are made from now on until `released` resolves. While the first values are drawn, nothing else is
 * asked for: sending a request takes the browser as long as drawing a small tile, and Home makes twenty of them.
 */
export function holdRequests(released: Promise<void>): void {
  const holding = released.then(() => {
    if (held === holding) held = null;
  });
  held = holding;
}

/** Null if requests can be sent at once. */
export function heldRequests(): Promise<void> | null {
  return held;
}
