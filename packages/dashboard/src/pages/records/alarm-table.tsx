import { Check } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { countText, plural, valueText } from "../../format/number.ts";
import { Status } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, SelectionBar, useSelection } from "../../ui/selection.tsx";
import { Severity } from "../../ui/severity.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

type Alarm = CallAnswer<"listAlarms">["items"][number];

/** As many as one call takes. */
const acknowledgedMax = 100;

export function AlarmTable({ alarms }: { readonly alarms: readonly Alarm[] }) {
  const mayChange = useMay("editor");
  const [clearing, setClearing] = useState<Alarm | null>(null);
  const unseen = alarms.filter(({ state }) => state === "active");
  const selection = useSelection(unseen.map(({ id }) => id));
  const acknowledge = useChange("acknowledgeAlarms", {
    refreshes: ["listAlarms", "showCounts"],
    said: ({ changed }) => `${plural(changed.length, "alarm")} acknowledged.`,
    undo: ({ changed }) =>
      changed.length === 0 ? null : () => call("unacknowledgeAlarms", { body: { ids: changed } }),
    onDone: selection.clear,
  });
  const clear = useChange("clearAlarm", {
    refreshes: ["listAlarms", "showCounts"],
    said: ({ alarm }) => `“${alarm.name}” is cleared.`,
    onDone: () => setClearing(null),
  });
  const all =
    unseen.length === 0 ? (
      <span className="sr-only">Choose</span>
    ) : (
      <SelectBox
        label="Choose all that nobody has acknowledged"
        isOn={selection.isAll}
        isPartly={selection.ids.length > 0}
        onToggle={selection.toggleAll}
      />
    );
  return (
    <>
      <SelectionBar selection={selection} what="alarm">
        <Button
          size="small"
          icon={<Check size={14} aria-hidden />}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate({ body: { ids: selection.ids.slice(0, acknowledgedMax) } })}
        >
          {selection.ids.length > acknowledgedMax
            ? `Acknowledge the first ${acknowledgedMax}`
            : "Acknowledge"}
        </Button>
      </SelectionBar>
      <CardTable
        label="Alarms"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
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
            {mayChange && (
              <CardTd className={alarm.state === "active" ? "" : "max-md:hidden"}>
                {alarm.state === "active" && (
                  <SelectBox
                    label={`Choose the alarm ${alarm.name}, number ${alarm.id}`}
                    isOn={selection.has(alarm.id)}
                    onToggle={(isRange) => selection.toggle(alarm.id, isRange)}
                  />
                )}
              </CardTd>
            )}
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
                        isBusy={acknowledge.isPending && acknowledge.variables.body.ids.includes(alarm.id)}
                        onClick={() => acknowledge.mutate({ body: { ids: [alarm.id] } })}
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
        It counts as over from now on, in your name. Where its reason still holds, the next reading raises a
        new one. If you only want others to know that you have seen it, acknowledge it instead: then it stays
        active, and its rule chain clears it.
      </Confirm>
    </>
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
