import { Check } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useMay } from "../../app/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CardTable } from "../../ui/card-table.tsx";
import { SelectBox, SelectionBar } from "../../ui/selection.tsx";
import { type Alarm, AlarmRow } from "./alarm-row.tsx";
import { type AlarmFilter, ChooseEveryAlarm } from "./choose-every-alarm.tsx";
import { ClearAlarm } from "./clear-alarm.tsx";
import { useAcknowledge } from "./use-acknowledge.ts";
import { useChosenRecords } from "./use-chosen-records.ts";
import type { StillRecords } from "./use-still-records.ts";

export function AlarmTable({
  list,
  filter,
  hasMore,
  onOpen,
}: {
  readonly list: StillRecords<Alarm>;
  readonly filter: AlarmFilter;
  /** There are more than these. */
  readonly hasMore: boolean;
  /** Shows all that is known of an alarm. */
  readonly onOpen: (alarm: Alarm) => void;
}) {
  const { items: alarms, goneIds, hold, release } = list;
  const mayChange = useMay("editor");
  const [clearing, setClearing] = useState<Alarm | null>(null);
  const unseen = alarms.filter(({ id, state }) => state === "active" && !goneIds.has(id));
  const selection = useChosenRecords(
    unseen.map(({ id }) => id),
    hold,
  );
  const acknowledge = useAcknowledge(selection.clear);
  return (
    <>
      <CardTable label="Alarms" heads={headsOf(mayChange, selectAll())}>
        {alarms.map((alarm) => (
          <AlarmRow
            key={alarm.id}
            alarm={alarm}
            isGone={goneIds.has(alarm.id)}
            onOpen={() => onOpen(alarm)}
            choose={mayChange ? chooseOf(alarm) : null}
            actions={mayChange ? actionsOf(alarm) : null}
          />
        ))}
      </CardTable>
      <SelectionBar selection={selection} what="alarm">
        {selection.isAll && hasMore && selection.ids.length === unseen.length && (
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

  function selectAll() {
    if (unseen.length === 0) return <span className="sr-only">Select</span>;
    return (
      <SelectBox
        label="Select all unacknowledged alarms"
        isOn={selection.isAll}
        isPartly={selection.ids.length > 0}
        onToggle={selection.toggleAll}
      />
    );
  }

  function chooseOf({ id, name, state }: Alarm) {
    if (state !== "active" || goneIds.has(id)) return undefined;
    return (
      <SelectBox
        label={`Select alarm ${id}, ${name}`}
        isOn={selection.has(id)}
        onToggle={(isRange) => selection.toggle(id, isRange)}
      />
    );
  }

  function actionsOf(alarm: Alarm) {
    if (alarm.state === "cleared") return undefined;
    return (
      <div className="flex justify-end gap-1.5 max-md:justify-start">
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

function headsOf(mayChange: boolean, selectAll: ReactNode): Parameters<typeof CardTable>[0]["heads"] {
  const shown = [
    ["severity", "Severity"],
    ["alarm", "Alarm"],
    ["device", "Device and rule chain"],
    ["raised", "Raised"],
    ["state", "State"],
  ] as const;
  if (!mayChange) return shown;
  const actions = (
    <span key="actions" className="sr-only">
      Actions
    </span>
  );
  return [["choose", selectAll], ...shown, ["actions", actions]];
}
