import { useEffect, useRef } from "react";
import { refresh } from "./queries.ts";
import type { RouteName } from "./route-types.ts";

/** Asks these routes again within that time of being told to, once, however often it is told meanwhile. */
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
