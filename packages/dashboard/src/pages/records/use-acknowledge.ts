import { type UseMutationResult, useMutation } from "@tanstack/react-query";
import { takeBack } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { toast } from "../../ui/toast.tsx";
import { inParts } from "./in-parts.ts";

/** Routes whose answers change when an alarm is acknowledged or cleared. */
export const changedWithAlarms = [
  "listAlarms",
  "showAlarm",
  "showAlarmHistory",
  "showCounts",
  "countAlarms",
  "listDeviceAlarms",
] as const;

/** Acknowledges alarms by their ids, however many there are, and offers to undo it. */
export function useAcknowledge(onDone?: () => void): UseMutationResult<number[], Error, readonly number[]> {
  return useMutation({
    mutationFn: async (ids) => {
      const answers = await inParts(ids, (part) => call("acknowledgeAlarms", { body: { ids: part } }));
      return answers.flatMap((answer) => answer.changed);
    },
    onSuccess: (ids) => {
      const back = () =>
        takeBack(
          () => inParts(ids, (part) => call("unacknowledgeAlarms", { body: { ids: part } })),
          changedWithAlarms,
        );
      const text =
        ids.length === 0
          ? "Someone else has already acknowledged it."
          : `${plural(ids.length, "alarm")} acknowledged.`;
      toast(text, "ok", ids.length === 0 ? undefined : () => void back());
      onDone?.();
    },
    onError: (error) => toast(messageOf(error), "bad"),
    // If a call failed, some alarms may have changed already.
    onSettled: () => refresh(...changedWithAlarms),
  });
}
