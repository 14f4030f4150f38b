import { useSyncExternalStore } from "react";

/** Whether this tab is visible. */
export function usePageVisible(): boolean {
  return useSyncExternalStore(watch, () => !document.hidden);
}

function watch(act: () => void): () => void {
  document.addEventListener("visibilitychange", act);
  return () => document.removeEventListener("visibilitychange", act);
}
