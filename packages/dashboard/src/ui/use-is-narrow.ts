import { useSyncExternalStore } from "react";

/** The width of `md` in class names. */
const narrow = matchMedia("(width < 48rem)");

/** Whether there is only room for cards. Used where drawing both forms and hiding one would cost too much. */
export function useIsNarrow(): boolean {
  return useSyncExternalStore(watch, () => narrow.matches);
}

function watch(act: () => void): () => void {
  narrow.addEventListener("change", act);
  return () => narrow.removeEventListener("change", act);
}
