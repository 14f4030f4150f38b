import type { UseQueryResult } from "@tanstack/react-query";
import type { Severity } from "@weir/protocol/closed-sets";
import { useLive } from "../../api/live.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { usePacedRefresh } from "../../api/use-paced-refresh.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import type { AlarmPage } from "./alarm-kinds.ts";

export type DeviceCounts = CallAnswer<"countDevices">;

export type Counts = CallAnswer<"showCounts">;

/** How many alarms of each severity are grouped by name. */
const alarmLimit = 100;
const refreshMs = 15_000;
/** Counting takes the server a moment, so counts are reloaded at most this often, however many requests arrive. */
const countEveryMs = 3000;

/** What is waiting for a person or for delivery. */
export function useCounts(): UseQueryResult<Counts> {
  return useCall("showCounts", {}, { refetchInterval: refreshMs });
}

/** The newest unacknowledged alarms that are not snoozed, one page for each severity, the most severe first. Undefined while loading. */
export function useUnseenAlarms(isOn: boolean): readonly AlarmPage[] | undefined {
  const options = { refetchInterval: refreshMs, enabled: isOn };
  const ask = (severity: Severity) => ({
    query: { state: "unacknowledged", severity, snoozed: "exclude", limit: alarmLimit },
  });
  const critical = useCall("listAlarms", ask("critical"), options);
  const warning = useCall("listAlarms", ask("warning"), options);
  const info = useCall("listAlarms", ask("info"), options);
  const results = [critical, warning, info];
  if (results.some(({ isPending }) => isPending)) return undefined;
  return results.flatMap(({ data }) => data ?? []);
}

/** Reloads what has changed, but not too often. */
export function useHealthFollowsLive(): void {
  useRefreshOnAlarm(["listAlarms", "showCounts"]);
  const countAgain = usePacedRefresh(["countDevices"], countEveryMs);
  useLive("activity", countAgain);
  // If readings of a request were lost, a second event says so.
  const lookAgain = usePacedRefresh(["listUnsavedReadings"], countEveryMs);
  const lookIfUnsaved = ({ unsaved }: { readonly unsaved: unknown }) => {
    if (unsaved !== null) lookAgain();
  };
  useLive("activity", lookIfUnsaved);
  useLive("outcome", lookIfUnsaved);
  useLive("device", countAgain);
}
