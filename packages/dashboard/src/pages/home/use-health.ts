import type { UseQueryResult } from "@tanstack/react-query";
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

export type Counts = CallAnswer<"showCounts">;

/** Of each severity so many are looked at for what they have in common. */
const alarmLimit = 100;
const refreshMs = 15_000;
/** Live events come in bursts; what they change is asked for once. */
const gatherMs = 1000;

/** What waits for a person or for delivery. */
export function useCounts(): UseQueryResult<Counts> {
  return useCall("showCounts", {}, { refetchInterval: refreshMs });
}

/** The newest alarms that are not cleared, the gravest first. */
export function useActiveAlarms(): readonly Alarm[] {
  const options = { refetchInterval: refreshMs };
  const ask = (severity: Severity) => ({ query: { state: "active", severity, limit: alarmLimit } });
  const critical = useCall("listAlarms", ask("critical"), options);
  const warning = useCall("listAlarms", ask("warning"), options);
  const info = useCall("listAlarms", ask("info"), options);
  return [critical, warning, info].flatMap(({ data }) => data?.items ?? []);
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
  useLive("alarm", () => later("listAlarms", "showCounts"));
}
