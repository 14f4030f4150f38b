import { AlarmClock, AlarmClockOff } from "lucide-react";
import { useState } from "react";
import { parseWallClock, wallClockText } from "../../format/time-zone.ts";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Menu } from "../../ui/menu.tsx";
import type { Alarm } from "../records/alarm-state.tsx";
import { useSnooze } from "./alarm-changes.ts";
import { snoozeChoices } from "./snooze-times.ts";

const hourMs = 3_600_000;

/** Makes an alarm quiet for a while, or ends that. */
export function SnoozeMenu({ alarm: { id, snoozed_until: until } }: { readonly alarm: Alarm }) {
  const snooze = useSnooze();
  const [isChoosing, setIsChoosing] = useState(false);
  const params = { id };
  const choose = (untilMs: number) =>
    snooze.mutate({ params, body: { until: new Date(untilMs).toISOString() } });
  if (until !== null) {
    return (
      <Button
        icon={<AlarmClockOff size={15} aria-hidden />}
        isBusy={snooze.isPending}
        onClick={() => snooze.mutate({ params, body: { until: null } })}
      >
        End snooze
      </Button>
    );
  }
  return (
    <>
      <Menu
        trigger={
          <Button icon={<AlarmClock size={15} aria-hidden />} isBusy={snooze.isPending}>
            Snooze
          </Button>
        }
        entries={[
          ...snoozeChoices(Date.now()).map(({ label, untilMs }) => ({
            label,
            onSelect: () => choose(untilMs),
          })),
          { label: "Custom…", onSelect: () => setIsChoosing(true) },
        ]}
      />
      {isChoosing && <SnoozeDialog onChoose={choose} onClose={() => setIsChoosing(false)} />}
    </>
  );
}

function SnoozeDialog({
  onChoose,
  onClose,
}: {
  readonly onChoose: (untilMs: number) => void;
  readonly onClose: () => void;
}) {
  const [text, setText] = useState(() => wallClockText(Date.now() + hourMs).slice(0, 16));
  const untilMs = parseWallClock(text);
  const isPast = untilMs <= Date.now();
  return (
    <FormDialog
      title="Snooze alarm"
      description="The alarm stays active, but quiet until then. It comes back earlier if its severity rises."
      submit="Snooze"
      isBusy={false}
      isComplete={!Number.isNaN(untilMs) && !isPast}
      onSubmit={() => {
        onChoose(untilMs);
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        label="Until"
        type="datetime-local"
        required
        value={text}
        error={isPast ? "Choose a time in the future." : undefined}
        onChange={(event) => setText(event.target.value)}
      />
    </FormDialog>
  );
}
