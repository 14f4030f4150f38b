import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { countText, valueText } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

type Alarm = CallAnswer<"listAlarms">["items"][number];

export function AlarmTable({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const mayChange = useMay("editor");
  const [clearing, setClearing] = useState<Alarm | null>(null);
  const acknowledge = useChange("acknowledgeAlarm", {
    refreshes: ["listAlarms"],
    said: ({ alarm }) => `“${alarm.name}” is acknowledged.`,
  });
  const clear = useChange("clearAlarm", {
    refreshes: ["listAlarms"],
    said: ({ alarm }) => `“${alarm.name}” is cleared.`,
    onDone: () => setClearing(null),
  });
  return (
    <>
      <CardTable
        label="Alarms"
        heads={[
          ["severity", "Severity"],
          ["alarm", "Alarm"],
          ["device", "Device and rule chain"],
          ["raised", "Raised"],
          ["state", "State"],
          ...(mayChange
            ? [
                [
                  "actions",
                  <span key="actions" className="sr-only">
                    Actions
                  </span>,
                ] as const,
              ]
            : []),
        ]}
      >
        {alarms.map((alarm) => (
          <CardTr key={alarm.id}>
            <CardTd>
              <Severity severity={alarm.severity} />
            </CardTd>
            <CardTd isWide className="min-w-56 max-md:order-first">
              <div className="font-medium">{alarm.name}</div>
              <div className="text-muted">{alarm.message}</div>
            </CardTd>
            <CardTd isWide>
              <RecordDevice {...alarm} />
              <span className="text-muted max-md:hidden">
                <RecordNode {...alarm} />
              </span>
            </CardTd>
            <CardTd className="whitespace-nowrap">
              <RelativeTime at={alarm.raised_at} />
              <div
                className="text-muted max-md:ml-1.5 max-md:inline"
                title={`Last ${valueText(alarm.last_value)}`}
              >
                {countText(alarm.readings)} {alarm.readings === 1 ? "reading" : "readings"}
              </div>
            </CardTd>
            <CardTd>
              <AlarmState alarm={alarm} />
            </CardTd>
            {mayChange && (
              <CardTd isWide className={alarm.state === "cleared" ? "max-md:hidden" : ""}>
                {alarm.state !== "cleared" && (
                  <div className="flex justify-end gap-1.5 max-md:justify-start">
                    {alarm.state === "active" && (
                      <Button
                        size="small"
                        isBusy={acknowledge.isPending && acknowledge.variables.params.id === alarm.id}
                        onClick={() => acknowledge.mutate({ params: { id: alarm.id } })}
                      >
                        Acknowledge
                      </Button>
                    )}
                    <Button size="small" look="quiet" onClick={() => setClearing(alarm)}>
                      Clear
                    </Button>
                  </div>
                )}
              </CardTd>
            )}
          </CardTr>
        ))}
      </CardTable>
      <Confirm
        isOpen={clearing !== null}
        onClose={() => setClearing(null)}
        title={`Clear “${clearing?.name ?? ""}”?`}
        action="Clear the alarm"
        isBusy={clear.isPending}
        onConfirm={() => clearing !== null && clear.mutate({ params: { id: clearing.id } })}
      >
        It counts as over from now on, in your name. The next reading that is a reason for it raises a new
        one.
      </Confirm>
    </>
  );
}

const severities = {
  critical: { Icon: CircleAlert, look: "text-bad", word: "Critical" },
  warning: { Icon: TriangleAlert, look: "text-warn", word: "Warning" },
  info: { Icon: Info, look: "text-info", word: "Info" },
} as const;

function Severity({ severity }: { readonly severity: Alarm["severity"] }) {
  const { Icon, look, word } = severities[severity];
  return (
    <span className={`inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${look}`}>
      <Icon size={15} aria-hidden />
      {word}
    </span>
  );
}

function AlarmState({ alarm }: { readonly alarm: Alarm }) {
  if (alarm.state === "active") return <Status tone="bad">Active</Status>;
  const [word, at, by] =
    alarm.state === "acknowledged"
      ? ["Acknowledged", alarm.acknowledged_at, alarm.acknowledged_by]
      : ["Cleared", alarm.cleared_at, alarm.cleared_by];
  return (
    <span title={by === null ? "by its rule chain" : `by ${by}`}>
      <Status tone={alarm.state === "cleared" ? "neutral" : "warn"}>{word}</Status>
      <span className="block text-muted max-md:ml-1.5 max-md:inline">
        <RelativeTime at={at} fallback="" />
      </span>
    </span>
  );
}
