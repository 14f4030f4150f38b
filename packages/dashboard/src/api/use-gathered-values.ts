import type { LiveValue } from "@weir/protocol/manage/live-events";
import { useEffect, useRef } from "react";
import { useLiveValues } from "./live.ts";

/** New values are shown together, so that a busy account does not draw the board hundreds of times a second. */
const gatherMs = 250;

/** Calls `act` with the values that have arrived for these sensors (UUIDs), a few times a second at most. */
export function useGatheredValues(
  sensors: ReadonlySet<string>,
  act: (values: readonly LiveValue[]) => void,
): void {
  const latest = useRef(act);
  latest.current = act;
  const gathered = useRef<LiveValue[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveValues(sensors, (value) => {
    gathered.current.push(value);
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current(gathered.current.splice(0));
    }, gatherMs);
  });
}
