import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { isGone } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { countText, valueText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { Facts } from "../../ui/card.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { Severity } from "../../ui/severity.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { type Alarm, AlarmState } from "./alarm-state.tsx";
import { AlertRuleName, RecordDevice, RecordNode } from "./record-origin.tsx";
import { useAcknowledge } from "./use-acknowledge.ts";

/** One alarm in any state. Links to an alarm open this dialog. */
export function AlarmDialog({
  id,
  onClose,
  onClear,
}: {
  readonly id: number;
  readonly onClose: () => void;
  readonly onClear: (alarm: Alarm) => void;
}) {
  const mayChange = useMay("editor");
  const result = useCall("showAlarm", { params: { id } });
  const acknowledge = useAcknowledge();
  const alarm = isGone(result.error) ? undefined : result.data;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={alarm?.name ?? "Alarm"}
      {...(alarm?.message == null || alarm.message === "" ? {} : { description: alarm.message })}
      actions={
        mayChange && alarm !== undefined && alarm.state !== "cleared" ? (
          <>
            <Button onClick={() => onClear(alarm)}>Clear</Button>
            {alarm.state === "active" && (
              <Button
                look="primary"
                icon={<Check size={15} aria-hidden />}
                isBusy={acknowledge.isPending}
                onClick={() => acknowledge.mutate([alarm.id])}
              >
                Acknowledge
              </Button>
            )}
          </>
        ) : undefined
      }
    >
      <Loaded
        result={result}
        gone={
          <EmptyState title="This alarm no longer exists">
            Its device or sensor was deleted, or it belongs to another account.
          </EmptyState>
        }
      >
        {(shown) => <Facts items={factsOf(shown)} />}
      </Loaded>
    </Dialog>
  );
}

function factsOf(alarm: Alarm): (readonly [string, ReactNode])[] {
  const { chain, node, node_name, sensor, readings, raised_at, raised_value, last_at, last_value } = alarm;
  return [
    ["Severity", <Severity key="severity" severity={alarm.severity} />],
    ["State", <AlarmState key="state" alarm={alarm} />],
    ["Device", <RecordDevice key="device" {...alarm} />],
    ...(chain === null
      ? []
      : [["Rule chain", <RecordNode key="chain" {...{ chain, node, node_name }} />] as const]),
    ...(alarm.cause === "rule"
      ? [["Alert rule", <AlertRuleName key="rule" rule={alarm.rule} />] as const]
      : []),
    [
      "Raised",
      <Moment key="raised" at={raised_at} value={alarm.cause === "silence" ? null : raised_value} />,
    ],
    ...(alarm.cause === "silence" ? [["Last connected", <Moment key="last" at={last_at} />] as const] : []),
    // An alarm without a sensor has no readings to show.
    ...(sensor === null || readings < 2
      ? []
      : ([
          ["Last reading", <Moment key="last" at={last_at} value={last_value} />],
          ["Readings", countText(readings)],
        ] as const)),
    ...(alarm.acknowledged_at === null
      ? []
      : [
          [
            "Acknowledged",
            <Moment key="seen" at={alarm.acknowledged_at} by={alarm.acknowledged_by} />,
          ] as const,
        ]),
    ...(alarm.cleared_at === null
      ? []
      : [["Cleared", <Moment key="over" at={alarm.cleared_at} by={alarm.cleared_by ?? "Weir"} />] as const]),
  ];
}

/** When something happened, and by whom or with which value. */
function Moment({
  at,
  value = null,
  by = null,
}: {
  readonly at: string;
  readonly value?: number | null;
  readonly by?: string | null;
}) {
  return (
    <>
      <RelativeTime at={at} />
      <span className="text-muted">
        {" "}
        · {exactTime(parseTime(at))}
        {by !== null && ` · by ${by}`}
        {value !== null && ` · value ${valueText(value)}`}
      </span>
    </>
  );
}
