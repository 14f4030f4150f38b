import { refresh } from "./queries.ts";
import type { RouteName } from "./route-types.ts";
import { usePaced } from "./use-paced.ts";

/**
 * Returns a function that reloads these routes while the component is shown: at once, and then at most once
 * per interval.
 */
export function usePacedRefresh(names: readonly RouteName[], everyMs: number): () => void {
  return usePaced(() => void refresh(...names), everyMs).ask;
}
