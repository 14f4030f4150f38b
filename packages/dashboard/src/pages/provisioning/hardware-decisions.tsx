import { decidedAtOnceMax } from "@weir/protocol/manage/provisioning-limits";
import { Check, X } from "lucide-react";
import { useChange } from "../../api/change.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { CardTd } from "../../ui/card-table.tsx";
import { type Selection, SelectionBar } from "../../ui/selection.tsx";
import { toast } from "../../ui/toast.tsx";
import { provisioningRefreshes } from "./provisioning-words.ts";

type Hardware = CallAnswer<"listHardware">["items"][number];

/** Decides about devices that asked, and says for how many that worked. */
function useDecisions(onDone?: () => void) {
  const options = (done: string) => ({
    refreshes: provisioningRefreshes,
    onDone: ({ results }: CallAnswer<"approveHardware">) => {
      const failed = results.filter(({ ok }) => !ok);
      const worked = results.length - failed.length;
      if (worked > 0) toast(`${plural(worked, "device")} ${done}.`);
      if (failed.length > 0) toast(failed[0]?.problem ?? "", "bad");
      onDone?.();
    },
  });
  return {
    approve: useChange("approveHardware", options("approved")),
    reject: useChange("rejectHardware", options("rejected")),
    forget: useChange("forgetHardware", options("forgotten")),
  };
}

/** Approves or rejects the device of one row. A rejection can be taken back by approving the device later. */
export function DecisionCell({ hardware: { uuid, hardware_id, state } }: { readonly hardware: Hardware }) {
  const { approve, reject } = useDecisions();
  const body = { hardware: [uuid] };
  const isBusy = approve.isPending || reject.isPending;
  return (
    <CardTd isWide className="md:w-px">
      <span className="flex gap-1 md:justify-end">
        <Button
          size="small"
          icon={<Check size={14} aria-hidden />}
          aria-label={`Approve ${hardware_id}`}
          isBusy={isBusy}
          onClick={() => approve.mutate({ body })}
        >
          Approve
        </Button>
        {state === "waiting" && (
          <Button
            size="small"
            look="quiet"
            icon={<X size={14} aria-hidden />}
            aria-label={`Reject ${hardware_id}`}
            isBusy={isBusy}
            onClick={() => reject.mutate({ body })}
          >
            Reject
          </Button>
        )}
      </span>
    </CardTd>
  );
}

/** Decides about the selected devices. */
export function DecisionBar({
  selection,
  state,
}: {
  readonly selection: Selection<string>;
  readonly state: string;
}) {
  const { approve, reject, forget } = useDecisions(selection.clear);
  const body = { hardware: selection.ids.slice(0, decidedAtOnceMax) };
  return (
    <SelectionBar selection={selection} what="device">
      <Button
        size="small"
        look="primary"
        icon={<Check size={14} aria-hidden />}
        isBusy={approve.isPending}
        onClick={() => approve.mutate({ body })}
      >
        Approve
      </Button>
      {state === "waiting" && (
        <Button
          size="small"
          icon={<X size={14} aria-hidden />}
          isBusy={reject.isPending}
          onClick={() => reject.mutate({ body })}
        >
          Reject
        </Button>
      )}
      <Button size="small" look="quiet" isBusy={forget.isPending} onClick={() => forget.mutate({ body })}>
        Forget
      </Button>
    </SelectionBar>
  );
}
