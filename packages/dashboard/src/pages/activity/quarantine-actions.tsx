import { useMutation } from "@tanstack/react-query";
import { RotateCcw, Trash2 } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import type { CallInput } from "../../api/route-types.ts";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { type Selection, SelectionBar } from "../../ui/selection.tsx";
import { toast } from "../../ui/toast.tsx";
import type { StillRecords } from "../../ui/use-still-records.ts";
import { type QuarantinedReading, resubmittedText } from "./quarantine-words.ts";
import type { QuarantineFilter } from "./use-quarantined.ts";

const changed = ["listQuarantined", "listDeviceQuarantined", "showRequest", "showCounts"] as const;

/** Actions on readings in quarantine: on the selected ones, or on all that would be accepted. */
export function QuarantineActions({
  selection,
  filter,
  list: { items, goneIds, release },
}: {
  readonly selection: Selection<number>;
  readonly filter: QuarantineFilter;
  readonly list: StillRecords<QuarantinedReading>;
}) {
  const finish = () => {
    selection.clear();
    release();
  };
  const resubmit = useChange("resubmitQuarantined", {
    refreshes: changed,
    said: resubmittedText,
    onDone: finish,
  });
  const discard = useChange("discardQuarantined", {
    refreshes: changed,
    said: ({ discarded }) => `${plural(discarded, "reading")} discarded.`,
    onDone: finish,
  });
  const body = { ids: [...selection.ids] };
  const readings = items.filter(({ id }) => !goneIds.has(id));
  const question = {
    title: `Discard ${plural(body.ids.length, "reading")}?`,
    text: "They are deleted from the quarantine and can no longer be submitted. This can’t be undone.",
    action: "Discard permanently",
    typed: "discard",
    onConfirm: () => discard.mutateAsync({ body }),
  };
  return (
    <>
      {readings.some(({ ready }) => ready) && (
        <ReadyBar filter={filter} readings={readings} onSubmitted={release} />
      )}
      <SelectionBar selection={selection} what="reading">
        <Button
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          isBusy={resubmit.isPending}
          onClick={() => resubmit.mutate({ body })}
        >
          Submit again
        </Button>
        <ConfirmButton size="small" look="danger" icon={<Trash2 size={14} aria-hidden />} question={question}>
          Discard
        </ConfirmButton>
      </SelectionBar>
    </>
  );
}

/**
 * Says how many readings would be accepted now, and submits them: all of one device, or those that are shown.
 */
function ReadyBar({
  filter,
  readings,
  onSubmitted,
}: {
  readonly filter: QuarantineFilter;
  readonly readings: readonly QuarantinedReading[];
  readonly onSubmitted: () => void;
}) {
  const ready = readings.filter((reading) => reading.ready).map(({ id }) => id);
  const submit = useMutation({
    mutationFn: () => (filter.device === undefined ? submitOnce({ ids: ready }) : submitAll(filter)),
    onSuccess: async (done) => {
      await refresh(...changed);
      onSubmitted();
      toast(resubmittedText(done));
    },
    onError: (error) => toast(messageOf(error), "bad"),
  });
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line px-4 py-1.5 text-sm">
      <span>
        {countText(ready.length)} of the {plural(readings.length, "reading")} shown would be accepted now.
      </span>
      <Button
        size="small"
        look="primary"
        icon={<RotateCcw size={14} aria-hidden />}
        isBusy={submit.isPending}
        onClick={() => submit.mutate()}
      >
        {filter.device === undefined ? "Submit these again" : "Submit all readings of this device again"}
      </Button>
    </div>
  );
}

type Choice = CallInput<"resubmitQuarantined">["body"];

function submitOnce(body: Choice) {
  return call("resubmitQuarantined", { body });
}

/** A call takes a limited number; the answer says where to continue. */
async function submitAll({ device, reason }: QuarantineFilter) {
  const sum = {
    accepted: 0,
    duplicates: 0,
    rejected: [] as Awaited<ReturnType<typeof submitOnce>>["rejected"],
  };
  const choice = { device, ...(reason === undefined ? {} : { reason }) } as Choice;
  for (let before: number | null | undefined; before !== null; ) {
    const done = await submitOnce(before === undefined ? choice : { ...choice, before_id: before });
    sum.accepted += done.accepted;
    sum.duplicates += done.duplicates;
    sum.rejected.push(...done.rejected);
    before = done.before_id;
  }
  return sum;
}
