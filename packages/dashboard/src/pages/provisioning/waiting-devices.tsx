import { Link } from "@tanstack/react-router";
import { CircleCheck } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { ListState } from "../../ui/resource-section.tsx";
import { useSelection } from "../../ui/selection.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { More } from "../../ui/table.tsx";
import { DecisionBar, DecisionCell } from "./hardware-decisions.tsx";

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
          actions={mayEdit && isDecidable && ((hardware) => <DecisionCell hardware={hardware} />)}
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
      {mayEdit && <DecisionBar selection={selection} state={state} />}
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
