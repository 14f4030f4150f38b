import { useMutation } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast.tsx";

export interface AlarmFilter {
  readonly severity: string | undefined;
  /** UUIDs. */
  readonly device: string | undefined;
  readonly chain: string | undefined;
}

/** As many as one page of the list can have. Of more, the newest. */
const chosenMax = 1000;

/** Chooses also those alarms that are further down than the list was asked for. */
export function ChooseEveryAlarm({
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
