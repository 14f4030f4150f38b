import { useChange } from "../../api/change.ts";
import { refresh } from "../../api/queries.ts";
import { Confirm } from "../../ui/confirm.tsx";
import type { Alarm } from "./alarm-state.tsx";
import { changedWithAlarms } from "./use-acknowledge.ts";

const afterwards: Readonly<Record<Alarm["cause"], string>> = {
  chain: "If its cause remains, the next reading raises a new alarm.",
  rule: "The next alarm is raised when the condition of its alert rule is over and then met again.",
  silence: "The next alarm is raised when the device sends again and then goes silent.",
};

/** Asks before an alarm is cleared by hand. */
export function ClearAlarm({
  alarm,
  onClose,
  onCleared,
}: {
  /** Null while nothing is asked. */
  readonly alarm: Alarm | null;
  readonly onClose: () => void;
  readonly onCleared: () => void;
}) {
  const clear = useChange("clearAlarm", {
    refreshes: ["countDevices"],
    said: ({ alarm: { name } }) => `“${name}” was cleared.`,
    onDone: async () => {
      onClose();
      await refresh(...changedWithAlarms);
      onCleared();
    },
  });
  return (
    <Confirm
      isOpen={alarm !== null}
      onClose={onClose}
      title={`Clear “${alarm?.name ?? ""}”?`}
      action="Clear alarm"
      isBusy={clear.isPending}
      onConfirm={() => alarm !== null && clear.mutate({ params: { id: alarm.id } })}
    >
      This ends the alarm in your name. {alarm === null ? "" : afterwards[alarm.cause]} To let others know
      that you have seen it, acknowledge it instead: the alarm then stays active until its cause is resolved.
    </Confirm>
  );
}
