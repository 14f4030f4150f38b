import { useChange } from "../../api/change.ts";
import { refresh } from "../../api/queries.ts";
import { Confirm } from "../../ui/confirm.tsx";
import type { Alarm } from "./alarm-state.tsx";
import { changedWithAlarms } from "./use-acknowledge.ts";

const afterwards: Readonly<Record<Alarm["cause"], string>> = {
  chain: "If the cause remains, the next reading raises it again.",
  rule: "It can be raised again after the value has returned to normal.",
  silence: "It can be raised again after the device has sent data and gone silent again.",
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
      Closes the alarm. {alarm === null ? "" : afterwards[alarm.cause]} To show others that you have seen it,
      acknowledge it instead. It then stays active until its cause is resolved.
    </Confirm>
  );
}
