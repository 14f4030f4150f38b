import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, UserCheck } from "lucide-react";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { useMay } from "../../app/session.tsx";
import { messageText } from "../../format/message-text.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CardTd } from "../../ui/card-table.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectionBar } from "../../ui/selection.tsx";
import { Severity } from "../../ui/severity.tsx";
import { toast } from "../../ui/toast.tsx";
import { useChosenRecords } from "../../ui/use-chosen-records.ts";
import type { StillRecords } from "../../ui/use-still-records.ts";
import { type Alarm, AlarmState, SnoozedBadge } from "./alarm-state.tsx";
import { ChangedSince } from "./changed-since.tsx";
import { ClearAlarm } from "./clear-alarm.tsx";
import { AlertRuleName, RecordDevice, RecordNode } from "./record-origin.tsx";
import { titledValues } from "./titled-values.ts";
import { useAcknowledge } from "./use-acknowledge.ts";
import { useValueOfAlarm } from "./use-value-of-alarm.ts";

interface AlarmFilter {
  readonly severity: string | undefined;
  /** UUIDs. */
  readonly device: string | undefined;
  readonly chain: string | undefined;
  /** `me`. */
  readonly assignee: string | undefined;
}

export function AlarmTable({
  list,
  filter,
  hasMore,
}: {
  readonly list: StillRecords<Alarm>;
  readonly filter: AlarmFilter;
  /** Whether there are more than these. */
  readonly hasMore: boolean;
}) {
  const { items, goneIds, release } = list;
  const mayChange = useMay("editor");
  const [clearing, setClearing] = useState<Alarm | null>(null);
  const shownValue = useValueOfAlarm();
  const isGone = ({ id }: Alarm) => goneIds.has(id);
  const chosen = useChosenRecords(list, ({ state }) => state === "active");
  const { selection } = chosen;
  const acknowledge = useAcknowledge(selection.clear);
  return (
    <>
      <RecordTable
        label="Alarms"
        hasManyColumns
        items={items}
        idOf={({ id }) => id}
        columns={columnsOf(isGone, shownValue)}
        choosing={
          mayChange && {
            ...chosen,
            labelOf: ({ id, name }) => `Select alarm ${id}, ${name}`,
            allLabel: "Select all unacknowledged alarms",
          }
        }
        actions={
          mayChange &&
          ((alarm) => <CardTd>{!isGone(alarm) && alarm.state !== "cleared" && actionsOf(alarm)}</CardTd>)
        }
        isFaint={isGone}
      />
      <SelectionBar selection={selection} what="alarm">
        {selection.isAll && hasMore && selection.ids.length === items.filter(chosen.isChoosable).length && (
          <ChooseEveryAlarm filter={filter} onChoose={selection.choose} />
        )}
        <Button
          size="small"
          icon={<Check size={14} aria-hidden />}
          isBusy={acknowledge.isPending}
          onClick={() => acknowledge.mutate(selection.ids, { onSuccess: release })}
        >
          Acknowledge
        </Button>
      </SelectionBar>
      <ClearAlarm alarm={clearing} onClose={() => setClearing(null)} onCleared={release} />
    </>
  );

  function actionsOf(alarm: Alarm) {
    return (
      <div className="flex justify-end gap-1.5 as-cards:justify-start min-w-39 as-cards:min-w-0">
        {alarm.state === "active" && (
          <Button
            size="small"
            data-row-action="acknowledge"
            isBusy={acknowledge.isPending && acknowledge.variables.includes(alarm.id)}
            onClick={() => acknowledge.mutate([alarm.id])}
          >
            Acknowledge
          </Button>
        )}
        <Button size="small" look="quiet" data-row-action="clear" onClick={() => setClearing(alarm)}>
          Clear
        </Button>
      </div>
    );
  }
}

/** On a phone, severity and state come first, then the text. Checkboxes and buttons stay last. */
function columnsOf(
  isGone: (alarm: Alarm) => boolean,
  shownValue: ReturnType<typeof useValueOfAlarm>,
): readonly Column<Alarm>[] {
  return [
    {
      head: "Severity",
      className: "as-cards:-order-5",
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    {
      head: "Alarm",
      isWide: true,
      className: "min-w-48 as-cards:-order-3",
      cell: (alarm) => (
        <>
          <Link
            to="/alarms/$alarm"
            params={{ alarm: String(alarm.id) }}
            data-row-action="open"
            className="inline-flex min-h-6 items-center font-medium wrap-anywhere hover:underline"
          >
            {alarm.name}
          </Link>
          <div className="text-muted">{messageText(alarm.message)}</div>
          <SnoozedBadge until={alarm.snoozed_until} />
        </>
      ),
    },
    {
      head: "Device and rule",
      isWide: true,
      className: "as-cards:-order-2 md:basis-auto!",
      cell: (alarm) => (
        <>
          <RecordDevice {...alarm} />
          <span className="text-muted as-cards:hidden">
            {alarm.cause === "rule" ? <AlertRuleName rule={alarm.rule} /> : <RecordNode {...alarm} />}
          </span>
        </>
      ),
    },
    {
      head: "Raised",
      isWide: true,
      className: "min-w-30 whitespace-nowrap as-cards:-order-1 md:basis-auto!",
      cell: (alarm) => (
        <>
          <RelativeTime at={alarm.raised_at} />
          {alarm.cause !== "silence" && alarm.readings > 0 && (
            <div
              className="text-muted as-cards:ml-1.5 as-cards:inline"
              title={`Latest value ${alarm.last_value === null ? "unknown" : shownValue(alarm, alarm.last_value)}`}
            >
              {plural(alarm.readings, "reading")}
            </div>
          )}
          {titledValues(alarm).map(({ title, value }) => (
            <div key={title} className="text-muted as-cards:ml-1.5 as-cards:inline">
              {title} {shownValue(alarm, value)}
            </div>
          ))}
        </>
      ),
    },
    {
      head: "State",
      className: "min-w-34 as-cards:-order-4 as-cards:ml-auto",
      cell: (alarm) =>
        isGone(alarm) ? (
          <ChangedSince />
        ) : (
          <>
            <AlarmState alarm={alarm} />
            {alarm.assignee !== null && (
              <span className="flex items-center gap-1 text-muted" title="Assignee">
                <UserCheck size={13} aria-hidden className="shrink-0" />
                <span className="max-w-32 truncate">{alarm.assignee.name}</span>
              </span>
            )}
          </>
        ),
    },
  ];
}

/** The most that one page of the list can have. Of more, the newest are selected. */
const chosenMax = 1000;

/** Also selects alarms that are further down than the loaded part of the list. */
function ChooseEveryAlarm({
  filter,
  onChoose,
}: {
  readonly filter: AlarmFilter;
  readonly onChoose: (ids: readonly number[]) => void;
}) {
  const find = useMutation({
    mutationFn: () => call("listAlarms", { query: { ...filter, state: "unacknowledged", limit: chosenMax } }),
    onSuccess: ({ items }) => onChoose(items.map(({ id }) => id)),
    onError: (error) => toast(messageOf(error), "bad"),
  });
  return (
    <Button size="small" look="quiet" isBusy={find.isPending} onClick={() => find.mutate()}>
      Select all matching alarms
    </Button>
  );
}
