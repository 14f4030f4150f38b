import { Link } from "@tanstack/react-router";
import { decidedAtOnceMax } from "@weir/protocol/manage/provisioning-limits";
import { Check, CircleCheck, X } from "lucide-react";
import { useChange } from "../../api/change.ts";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { plural } from "../../format/number.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { SelectionBar, useSelection } from "../../ui/selection.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { toast } from "../../ui/toast.tsx";
import { provisioningRefreshes } from "./provisioning-words.ts";

type Hardware = CallAnswer<"listHardware">["items"][number];

const againEveryMs = 5000;

const states = [
  { value: "", label: "Waiting" },
  { value: "rejected", label: "Rejected" },
  { value: "provisioned", label: "Created" },
  { value: "claimed", label: "Claimed" },
];

/** Devices that asked with a key: those that wait for a decision, and what became of the others. */
export function WaitingDevices() {
  const mayEdit = useMay("editor");
  const [{ state = "waiting" }, setFilter] = useFilters("state");
  const list = usePages("listHardware", { query: { state } }, { refetchInterval: againEveryMs });
  const isDecidable = state === "waiting" || state === "rejected";
  const selection = useSelection(list.items.filter(() => isDecidable).map(({ uuid }) => uuid));
  return (
    <Card
      title="Requests"
      action={
        <FilterSelect
          label="State"
          className="w-44!"
          choices={states}
          value={state === "waiting" ? "" : state}
          onChoose={(chosen) => {
            selection.clear();
            setFilter({ state: chosen });
          }}
        />
      }
      isFlush
    >
      <ListState
        list={list}
        isEmpty={list.items.length === 0}
        empty={
          <EmptyState
            icon={<CircleCheck size={22} />}
            title={state === "waiting" ? "No devices waiting" : "No requests"}
          >
            {state === "waiting"
              ? "Devices appear here when they use a key that requires approval or a claim."
              : "No requests in this state."}
          </EmptyState>
        }
      >
        <RecordTable
          label="Requests"
          items={list.items}
          idOf={({ uuid }) => uuid}
          columns={isDecidable ? columns : [...columns, deviceColumn]}
          choosing={
            mayEdit &&
            isDecidable && {
              selection,
              isChoosable: () => true,
              labelOf: ({ hardware_id }) => `Select ${hardware_id}`,
              allLabel: "Select all shown",
            }
          }
        />
        <More list={list} />
      </ListState>
      {mayEdit && (
        <Decisions ids={selection.ids} onDone={selection.clear} state={state} selection={selection} />
      )}
    </Card>
  );
}

const columns: readonly Column<Hardware>[] = [
  {
    head: "Hardware id",
    cell: ({ hardware_id, name, firmware }) => (
      <>
        <div className="font-mono">{hardware_id}</div>
        {(name !== null || firmware !== null) && (
          <div className="text-muted">
            {[name, firmware === null ? null : `firmware ${firmware}`]
              .filter((text) => text !== null)
              .join(" · ")}
          </div>
        )}
      </>
    ),
  },
  {
    head: "Key",
    label: "Key",
    cell: ({ provisioning_key }) => provisioning_key?.name ?? <Badge>revoked</Badge>,
  },
  { head: "Address", label: "Address", className: "font-mono", cell: ({ source }) => source },
  {
    head: "Last request",
    label: "Last request",
    className: "whitespace-nowrap",
    cell: ({ last_asked_at }) => <RelativeTime at={last_asked_at} />,
  },
];

/** Of those that exist. A device that was claimed elsewhere is not known here. */
const deviceColumn: Column<Hardware> = {
  head: "Device",
  cell: ({ device, token_due }) =>
    device === null ? (
      <Badge>in another account</Badge>
    ) : (
      <span className="inline-flex flex-wrap items-center gap-2">
        <Link to="/devices/$device" params={{ device: device.uuid }} className="text-accent hover:underline">
          {device.name}
        </Link>
        {token_due && <Badge>gets a token</Badge>}
      </span>
    ),
};

function Decisions({
  ids,
  state,
  selection,
  onDone,
}: {
  readonly ids: readonly string[];
  readonly state: string;
  readonly selection: ReturnType<typeof useSelection<string>>;
  readonly onDone: () => void;
}) {
  const options = (done: string) => ({
    refreshes: provisioningRefreshes,
    onDone: ({ results }: { readonly results: readonly { ok: boolean; problem: string | null }[] }) => {
      const failed = results.filter(({ ok }) => !ok);
      const worked = results.length - failed.length;
      if (worked > 0) toast(`${plural(worked, "device")} ${done}.`);
      if (failed.length > 0) toast(failed[0]?.problem ?? "", "bad");
      onDone();
    },
  });
  const approve = useChange("approveHardware", options("approved"));
  const reject = useChange("rejectHardware", options("rejected"));
  const forget = useChange("forgetHardware", options("forgotten"));
  const body = { hardware: ids.slice(0, decidedAtOnceMax) };
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
