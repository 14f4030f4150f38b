import { useSyncExternalStore } from "react";

/** As wide as where the rail becomes a bar at the foot. */
const narrow = matchMedia("(width < 48rem)");

/** Whether there is room for cards only, for what would be too much to draw both ways and hide one. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}

function watch(act: () => void): () => void {
  narrow.addEventListener("change", act);
  return () => narrow.removeEventListener("change", act);
}
