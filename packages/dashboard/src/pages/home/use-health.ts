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

/** Of each severity so many are looked at for what they have in common. */
const alarmLimit = 100;
const refreshMs = 15_000;
/** Counting takes the server a moment, and a thousand requests a second change no more on the screen than one. */
const countEveryMs = 3000;

/** What waits for a person or for delivery. */
export function useCounts(): UseQueryResult<Counts> {
  return useCall("showCounts", {}, { refetchInterval: refreshMs });
}

/** The newest alarms that nobody has seen, a page for each severity, the gravest first. Undefined while it is not known. */
export function useUnseenAlarms(): readonly AlarmPage[] | undefined {
  const options = { refetchInterval: refreshMs };
  const ask = (severity: Severity) => ({ query: { state: "unacknowledged", severity, limit: alarmLimit } });
  const critical = useCall("listAlarms", ask("critical"), options);
  const warning = useCall("listAlarms", ask("warning"), options);
  const info = useCall("listAlarms", ask("info"), options);
  const results = [critical, warning, info];
  if (results.some(({ isPending }) => isPending)) return undefined;
  return results.flatMap(({ data }) => data ?? []);
}

/** Asks again for what has changed when something happens, but only every so often. */
export function useHealthFollowsLive(): void {
  useRefreshOnAlarm(["listAlarms", "showCounts"]);
  const countAgain = usePacedRefresh(["countDevices", "showStatistics"], countEveryMs);
  useLive("activity", countAgain);
  // A request whose readings were lost is told a second time, once that is known.
  const lookAgain = usePacedRefresh(["listUnsavedReadings"], countEveryMs);
  const lookIfUnsaved = ({ unsaved }: { readonly unsaved: unknown }) => {
    if (unsaved !== null) lookAgain();
  };
  useLive("activity", lookIfUnsaved);
  useLive("outcome", lookIfUnsaved);
  useLive("device", countAgain);
}
