import type { ReactNode } from "react";
import { useMay } from "../../app/session.tsx";
import { countText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Card, Facts } from "../../ui/card.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { NotifyingRulesOf } from "../alert-rules/notifying-rules.tsx";
import { type Alarm, AlarmState } from "../records/alarm-state.tsx";
import { AlertRuleName, RecordDevice, RecordNode } from "../records/record-origin.tsx";
import { titledValues } from "../records/titled-values.ts";
import { useValueOfAlarm } from "../records/use-value-of-alarm.ts";
import { AlarmAssignee } from "./alarm-assignee.tsx";

/** What is known about an alarm, and who takes care of it. */
export function AlarmFacts({ alarm }: { readonly alarm: Alarm }) {
  const mayChange = useMay("editor");
  const shownValue = useValueOfAlarm();
  const nobody = <span className="text-muted">Nobody</span>;
  return (
    <Card title="Details">
      <div className="flex flex-col gap-4">
        <Facts
          items={[
            ...factsOf(alarm, (value) => shownValue(alarm, value)),
            ...(mayChange ? [] : [["Assignee", alarm.assignee?.name ?? nobody] as const]),
          ]}
        />
        {mayChange && <AlarmAssignee alarm={alarm} />}
      </div>
    </Card>
  );
}

function factsOf(alarm: Alarm, shownValue: (value: number) => string): (readonly [string, ReactNode])[] {
  const { chain, node, node_name, sensor, readings, raised_at, raised_value, last_at, last_value } = alarm;
  return [
    ["State", <AlarmState key="state" alarm={alarm} />],
    ["Device", <RecordDevice key="device" {...alarm} />],
    ...(chain === null
      ? []
      : [
          ["Rule chain", <RecordNode key="chain" chain={chain} node={node} node_name={node_name} />] as const,
        ]),
    ...(alarm.cause === "rule"
      ? [["Alert rule", <AlertRuleName key="rule" rule={alarm.rule} />] as const]
      : []),
    ...(alarm.rule === null
      ? []
      : [["Notifies", <NotifyingRulesOf key="notifies" uuid={alarm.rule.uuid} />] as const]),
    [
      "Raised",
      <Moment
        key="raised"
        at={raised_at}
        value={alarm.cause === "silence" || raised_value === null ? null : shownValue(raised_value)}
      />,
    ],
    ...(alarm.cause === "silence" ? [["Last connected", <Moment key="last" at={last_at} />] as const] : []),
    // An alarm without a sensor has no readings to show.
    ...(sensor === null || readings < 2
      ? []
      : ([
          [
            "Last reading",
            <Moment key="last" at={last_at} value={last_value === null ? null : shownValue(last_value)} />,
          ],
          ["Readings", countText(readings)],
        ] as const)),
    ...titledValues(alarm).map(({ title, value }) => [title, shownValue(value)] as const),
  ];
}

/** When something happened, and with which value. */
function Moment({ at, value = null }: { readonly at: string; readonly value?: string | null }) {
  return (
    <>
      <RelativeTime at={at} />
      <span className="block text-muted">
        {exactTime(parseTime(at))}
        {value !== null && ` · value ${value}`}
      </span>
    </>
  );
}
