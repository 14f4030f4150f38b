import { useLive } from "./live.ts";
import type { RouteName } from "./route-types.ts";
import { usePacedRefresh } from "./use-paced-refresh.ts";

/** Somebody who acknowledges a hundred alarms makes a hundred events. */
const refreshEveryMs = 1000;

/** Asks these routes again when an alarm was raised, acknowledged or cleared: at once, and then only every so often. */
export function useRefreshOnAlarm(
  names: readonly RouteName[],
  isMeant: (alarm: { readonly device: string }) => boolean = () => true,
): void {
  const follow = usePacedRefresh(names, refreshEveryMs);
  useLive("alarm", (alarm) => {
    if (isMeant(alarm)) follow();
  });
}
