import { useCallback, useEffect, useRef } from "react";
import { useLive } from "../../api/live.ts";
import { refresh, useCall } from "../../api/queries.ts";
import type { CallAnswer, RouteName } from "../../api/route-types.ts";

export type DeviceCounts = CallAnswer<"countDevices">;
export type Alarm = CallAnswer<"listAlarms">["items"][number];

/** The gravest first. */
export const severities = [
  { key: "critical", one: "critical", many: "critical" },
  { key: "warning", one: "warning", many: "warnings" },
  { key: "info", one: "info", many: "info" },
] as const;
type Severity = (typeof severities)[number]["key"];

export type AlarmCounts = Readonly<Record<Severity, number>>;

/** Alarms are counted by listing them, up to here. */
export const alarmLimit = 100;
const refreshMs = 15_000;
/** Live events come in bursts; what they change is asked for once. */
const gatherMs = 1000;

/** Alarms that are not cleared, the gravest first, and how many there are of each severity. */
export function useActiveAlarms() {
  const options = { refetchInterval: refreshMs };
  const ask = (severity: Severity) => ({ query: { state: "active", severity, limit: alarmLimit } });
  const critical = useCall("listAlarms", ask("critical"), options);
  const warning = useCall("listAlarms", ask("warning"), options);
  const info = useCall("listAlarms", ask("info"), options);
  const lists = [critical.data, warning.data, info.data];
  const alarms = lists.flatMap((list) => list?.items ?? []);
  const [criticals, warnings, infos] = lists.map((list) => list?.items.length);
  const counts: AlarmCounts | undefined =
    criticals === undefined || warnings === undefined || infos === undefined
      ? undefined
      : { critical: criticals, warning: warnings, info: infos };
  return { alarms, counts };
}

/** Asks again for what has changed when something happens, once a second at most. */
export function useHealthFollowsLive(): void {
  const waiting = useRef(new Set<RouteName>());
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const later = useCallback((...names: RouteName[]) => {
    for (const name of names) waiting.current.add(name);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      const wanted = [...waiting.current];
      waiting.current.clear();
      void refresh(...wanted);
    }, gatherMs);
  }, []);
  useEffect(
    () => () => {
      clearTimeout(timer.current);
      timer.current = undefined;
    },
    [],
  );
  useLive("alarm", () => later("listAlarms"));
}
