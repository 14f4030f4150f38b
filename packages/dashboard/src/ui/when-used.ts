/** Signs that somebody uses the page. */
const gestures = ["pointermove", "pointerdown", "keydown"] as const;

/**
 * Calls `load` with the first gesture, and with further ones until it has worked, so that parts which no page starts
 * with are there once somebody needs them. Returns a function that stops this.
 */
export function whenUsed(load: () => Promise<boolean>): () => void {
  let isLoading = false;
  const tryToLoad = async () => {
    if (isLoading) return;
    isLoading = true;
    if (await load()) stop();
    isLoading = false;
  };
  const stop = () => {
    for (const gesture of gestures) removeEventListener(gesture, tryToLoad);
  };
  for (const gesture of gestures) addEventListener(gesture, tryToLoad);
  return stop;
}
