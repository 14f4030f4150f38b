import { useEffect, useState } from "react";
import { agoChangesInMs, agoText, exactTime, parseTime } from "../format/time.ts";
import { useTimeSettings } from "./use-time-settings.ts";

/** "12 s ago", updated as time passes. Hovering shows the exact instant and its zone. */
export function RelativeTime({
  at,
  fallback = "never",
}: {
  readonly at: string | number | null | undefined;
  readonly fallback?: string;
}) {
  const ms = at === null || at === undefined ? null : typeof at === "number" ? at : parseTime(at);
  const nowMs = useNow(ms);
  useTimeSettings();
  if (ms === null) return <span className="text-muted">{fallback}</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {agoText(ms, nowMs)}
    </time>
  );
}

/** The time of day. Hovering shows the exact instant. */
export function ExactTime({
  at,
  text,
}: {
  readonly at: string | number;
  readonly text: (ms: number) => string;
}) {
  const ms = typeof at === "number" ? at : parseTime(at);
  useTimeSettings();
  return (
    <time dateTime={new Date(ms).toISOString()} title={exactTime(ms)}>
      {text(ms)}
    </time>
  );
}

/** The current time, updated as often as the text "… ago" changes. */
function useNow(ms: number | null): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (ms === null) return;
    let timer = setTimeout(tick, agoChangesInMs(ms, Date.now()));
    function tick() {
      setNowMs(Date.now());
      timer = setTimeout(tick, agoChangesInMs(ms as number, Date.now()));
    }
    setNowMs(Date.now());
    return () => clearTimeout(timer);
  }, [ms]);
  return nowMs;
}
