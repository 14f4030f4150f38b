import { useSyncExternalStore } from "react";

/** The width at which the rail becomes a bar at the bottom. */
const narrow = matchMedia("(width < 48rem)");

/** Whether there is only room for cards. Used where drawing both forms and hiding one would cost too much. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}

function watch(act: () => void): () => void {
  narrow.addEventListener("change", act);
  return () => narrow.removeEventListener("change", act);
}
