import { useEffect, useRef } from "react";
import { refresh } from "./queries.ts";
import type { RouteName } from "./route-types.ts";

/**
 * Returns a function that reloads these routes within the given time, once, however often it is called
 * meanwhile.
 */
export function useRefreshSoon(names: readonly RouteName[], withinMs: number): () => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void refresh(...names);
    }, withinMs);
  };
}
