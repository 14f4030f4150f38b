import { keepPreviousData, useQueries } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { useRefreshOnAlarm } from "../../api/use-refresh-on-alarm.ts";
import { parseTime } from "../../format/time.ts";
import type { Destination } from "../../ui/destination.ts";
import type { ChartSensor } from "./chart-sensor.ts";
import type { Mark } from "./mark.ts";
import { lengthMs, presetFor, presetLengthsMs, type Span } from "./span.ts";

/** More marks than this would not be readable. */
const alarmsMax = 1000;
const staleMs = 60_000;

/** Events of the sensors: alarms that were raised and cleared, and published versions of their chains. */
export function useMarks(sensors: readonly ChartSensor[], span: Span): readonly Mark[] {
  const { fromMs, toMs } = blocksAround(span);
  useRefreshOnAlarm(["listAlarms"]);
  const results = useQueries({
    queries: [
      ...sensors.map((sensor) => ({
        queryKey: ["listAlarms", { query: { sensor: sensor.uuid, fromMs, toMs } }, "marks"],
        staleTime: staleMs,
        placeholderData: keepPreviousData,
        queryFn: () => alarmMarks(sensor, { fromMs, toMs }),
      })),
      ...sensors.map((sensor) => ({
        queryKey: ["listChainVersions", { query: { sensor: sensor.uuid } }, "marks"],
        staleTime: staleMs,
        queryFn: () => publishMarks(sensor),
      })),
    ],
  });
  const all = results.flatMap(({ data }) => data ?? []);
  // Sensors often share a chain, whose versions are shown once.
  return [...new Map(all.map((mark) => [mark.key, mark])).values()].sort((a, b) => a.atMs - b.atMs);
}

/**
 * Alarms are loaded in blocks about as long as the span, so that panning rarely loads one. The block before is included
 * for alarms that were raised there and cleared within the span.
 */
export function blocksAround(span: Span): Span {
  const blockMs = presetLengthsMs[presetFor(lengthMs(span))];
  const fromMs = (Math.floor(span.fromMs / blockMs) - 1) * blockMs;
  return { fromMs: Math.max(0, fromMs), toMs: (Math.floor(span.toMs / blockMs) + 1) * blockMs };
}

async function alarmMarks({ uuid, name: sensorName }: ChartSensor, span: Span): Promise<Mark[]> {
  const from = new Date(span.fromMs).toISOString();
  const to = new Date(span.toMs).toISOString();
  const { items } = await call("listAlarms", { query: { sensor: uuid, from, to, limit: alarmsMax } });
  return items.flatMap(({ id, name, severity, message, raised_at, cleared_at, cleared_by }) => {
    const link: Destination = { to: "/alarms/$alarm", params: { alarm: String(id) } };
    const raised: Mark = {
      key: `raised ${id}`,
      kind: "raised",
      severity,
      atMs: parseTime(raised_at),
      link,
      title: `${name}: raised`,
      text: message || sensorName,
    };
    if (cleared_at === null) return [raised];
    const cleared: Mark = {
      key: `cleared ${id}`,
      kind: "cleared",
      severity,
      atMs: parseTime(cleared_at),
      link,
      title: `${name}: cleared`,
      text: sensorName,
      ...(cleared_by === null ? {} : { by: cleared_by }),
    };
    return [raised, cleared];
  });
}

async function publishMarks({ uuid }: ChartSensor): Promise<Mark[]> {
  const chain = await call("showApplicableChain", { query: { sensor: uuid } });
  const { items } = await call("listChainVersions", { params: { chain: chain.uuid } });
  return items.map(({ version, published_at, note }) => ({
    key: `${chain.uuid} ${version}`,
    kind: "published",
    severity: null,
    atMs: parseTime(published_at),
    link: { to: "/chains/$chain/versions", params: { chain: chain.uuid } },
    title: `${chain.name}: version ${version} published`,
    text: note,
  }));
}
