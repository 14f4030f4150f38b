import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { parseTime } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { type ChartSensor, chartSensor } from "../charts/chart-sensor.ts";
import { limitsOfRule } from "../charts/limit-line.ts";
import { MarkedChart } from "../charts/marked-chart.tsx";
import type { Span } from "../charts/span.ts";
import { useMarks } from "../charts/use-marks.ts";
import { useSensorLooks } from "../device/sensor-looks.ts";
import type { Alarm } from "../records/alarm-state.tsx";
import { spanAround } from "./span-around.ts";

const heightPx = 240;

/** The readings around an alarm, with marks where alarms were raised and cleared. */
export function AlarmChart({ alarm }: { readonly alarm: Alarm }) {
  const { device, sensor } = alarm;
  const lookOf = useSensorLooks();
  const { data, isLoading } = useCall(
    "showSensor",
    { params: { device: device?.uuid ?? "", sensor: sensor?.uuid ?? "" } },
    { enabled: device !== null && sensor !== null },
  );
  const raisedMs = parseTime(alarm.raised_at);
  const clearedMs = alarm.cleared_at === null ? null : parseTime(alarm.cleared_at);
  // Decided when the page opens and when the alarm is cleared, so that the chart does not move under the reader.
  const [{ openedMs }] = useState(() => ({ openedMs: Date.now() }));
  const span = spanAround(raisedMs, clearedMs, Math.max(openedMs, clearedMs ?? 0));
  if (isLoading) return <AwaitedChart />;
  if (device === null || sensor === null || data === undefined) return null;
  const shown = chartSensor(data, device, lookOf(data));
  return <Chart sensor={shown} device={device} span={span} rule={alarm.rule?.uuid ?? null} />;
}

/** Takes the room of the chart until its sensor is known, so that nothing below it moves. */
function AwaitedChart() {
  return (
    <Card title="Readings around this time" isFlush action={<span className="min-h-6" />}>
      <div className="pt-3 pb-1">
        <div style={{ height: heightPx }} />
      </div>
    </Card>
  );
}

function Chart({
  sensor,
  device,
  span,
  rule,
}: {
  readonly sensor: ChartSensor;
  readonly device: { readonly uuid: string; readonly name: string };
  readonly span: Span;
  /** The UUID of the alert rule that raised the alarm. */
  readonly rule: string | null;
}) {
  const marks = useMarks([sensor], span);
  const rules = useCall("listAlertRules", {}, { enabled: rule !== null }).data?.items ?? [];
  const limits = rules
    .filter(({ uuid }) => uuid === rule)
    .flatMap((known) => limitsOfRule(known, sensor.unit));
  const search = {
    sensors: sensor.slug,
    from: new Date(span.fromMs).toISOString(),
    to: new Date(span.toMs).toISOString(),
  };
  return (
    <Card
      title={`${sensor.name || sensor.slug} around this time`}
      isFlush
      action={
        <Link
          to="/devices/$device/charts"
          params={{ device: device.uuid }}
          search={search}
          className="inline-flex min-h-6 items-center text-sm whitespace-nowrap text-accent hover:underline"
        >
          Open chart
        </Link>
      }
    >
      <div className="px-3 pt-3 pb-1 max-sm:px-1">
        <MarkedChart
          sensor={sensor}
          span={span}
          marks={marks}
          limits={limits}
          height={heightPx}
          label={`${sensor.name || sensor.slug} of ${device.name} around the alarm. Shift and arrow keys read values.`}
        />
      </div>
    </Card>
  );
}
