import { refresh } from "./queries.ts";
import type { RouteName } from "./route-types.ts";
import { usePaced } from "./use-paced.ts";

/** A way to ask these routes again while the component is shown: at once, and then only every so often. */
export function usePacedRefresh(names: readonly RouteName[], everyMs: number): () => void {
  return usePaced(() => void refresh(...names), everyMs).ask;
}
