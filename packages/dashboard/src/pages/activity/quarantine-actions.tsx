import { useMutation } from "@tanstack/react-query";
import { RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { messageOf } from "../../api/problem.ts";
import { refresh } from "../../api/queries.ts";
import type { CallInput } from "../../api/route-types.ts";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Confirm } from "../../ui/dialog.tsx";
import { type Selection, SelectionBar } from "../../ui/selection.tsx";
import { toast } from "../../ui/toast.tsx";
import { type QuarantinedReading, resubmittedText } from "./quarantine-words.ts";
import type { QuarantineFilter } from "./use-quarantined.ts";

const changed = ["listQuarantined", "listDeviceQuarantined", "showRequest", "showCounts"] as const;

/** What can be done with readings in quarantine: those that are chosen, or all that would be accepted. */
export function QuarantineActions({
  selection,
  filter,
  readings,
}: {
  readonly selection: Selection<number>;
  readonly filter: QuarantineFilter;
  readonly readings: readonly QuarantinedReading[];
}) {
  const [isDiscarding, setIsDiscarding] = useState(false);
  const resubmit = useChange("resubmitQuarantined", {
    refreshes: changed,
    said: resubmittedText,
    onDone: selection.clear,
  });
  const discard = useChange("discardQuarantined", {
    refreshes: changed,
    said: ({ discarded }) => `${plural(discarded, "reading")} discarded.`,
    onDone: selection.clear,
  });
  const body = { ids: [...selection.ids] };
  const ready = readings.filter((reading) => reading.ready).length;
  return (
    <>
      {ready > 0 && <ReadyBar filter={filter} readings={readings} />}
      <SelectionBar selection={selection} what="reading">
        <Button
          size="small"
          icon={<RotateCcw size={14} aria-hidden />}
          isBusy={resubmit.isPending}
          onClick={() => resubmit.mutate({ body })}
        >
          Submit again
        </Button>
        <Button
          size="small"
          look="danger"
          icon={<Trash2 size={14} aria-hidden />}
          onClick={() => setIsDiscarding(true)}
        >
          Discard
        </Button>
      </SelectionBar>
      <Confirm
        isOpen={isDiscarding}
        onClose={() => setIsDiscarding(false)}
        title={`Discard ${plural(body.ids.length, "reading")}?`}
        action="Discard for good"
        typed="discard"
        isBusy={discard.isPending}
        onConfirm={() => {
          setIsDiscarding(false);
          discard.mutate({ body });
        }}
      >
        They are deleted from the quarantine and can no longer be submitted. This cannot be undone.
      </Confirm>
    </>
  );
}

/** Says how many could go, and lets them: of one device all there are, else those that are shown. */
function ReadyBar({
  filter,
  readings,
}: {
  readonly filter: QuarantineFilter;
  readonly readings: readonly QuarantinedReading[];
}) {
  const ready = readings.filter((reading) => reading.ready).map(({ id }) => id);
  const submit = useMutation({
    mutationFn: () => (filter.device === undefined ? submitOnce({ ids: ready }) : submitAll(filter)),
    onSuccess: async (done) => {
      await refresh(...changed);
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

/** A call takes so many; the answer says where to go on. */
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
