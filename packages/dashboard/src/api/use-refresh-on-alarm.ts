import { useLive } from "./live.ts";
import type { RouteName } from "./route-types.ts";
import { usePacedRefresh } from "./use-paced-refresh.ts";

/** Limits reloads: acknowledging a hundred alarms sends a hundred events. */
const refreshEveryMs = 1000;

/**
 * Reloads these routes when an alarm was raised, acknowledged or cleared: at once, and then at most once per
 * interval.
 */
export function useRefreshOnAlarm(
  names: readonly RouteName[],
  isMeant: (alarm: { readonly device: string }) => boolean = () => true,
): void {
  const follow = usePacedRefresh(names, refreshEveryMs);
  useLive("alarm", (alarm) => {
    if (isMeant(alarm)) follow();
  });
}
