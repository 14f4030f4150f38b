import { useSyncExternalStore } from "react";

/** Whether somebody can see this tab. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(watch, () => !document.hidden);
}

function watch(act: () => void): () => void {
  document.addEventListener("visibilitychange", act);
  return () => document.removeEventListener("visibilitychange", act);
}
