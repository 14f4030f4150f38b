import { type MessageState, messageStates } from "@weir/protocol/closed-sets";
import { Send, X } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { SystemPlace } from "../../app/places/system-place.tsx";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { choicesOf, FilterSelect } from "../../ui/field.tsx";
import { NoMatch, RecordList } from "../../ui/record-list.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { useStillRecords } from "../../ui/use-still-records.ts";
import { ChainFilter } from "./chain-filter.tsx";
import { kinds, messageStateLabels } from "./message-state.tsx";
import { OutboxTable } from "./outbox-table.tsx";
import { NodeName } from "./record-origin.tsx";

const stateChoices = [
  ["all", "All"] as const,
  ...messageStates.map((state) => [state, messageStateLabels[state]] as const),
];

const kindChoices = [{ value: "", label: "All types" }, ...choicesOf(kinds)];

const againEveryMs = 5000;

/** The messages that chains send to other systems, and whether they were delivered. */
export function OutboxPage() {
  const [filter, setFilter] = useFilters("state", "kind", "device", "chain", "node");
  const { state, kind, device, chain, node } = filter;
  const query = { state, kind, device, chain, node };
  const pages = usePages("listMessages", { query }, { refetchInterval: againEveryMs });
  const list = useStillRecords(pages, query);
  const isNarrowed = Object.keys(filter).length > 0;
  const nodeName = list.items.find((message) => message.node === node)?.node_name ?? null;
  const showAll = () => setFilter({ state: "", kind: "", device: "", chain: "", node: "" });
  return (
    <SystemPlace to="/system/outbox">
      <RecordList
        list={list}
        what="message"
        filters={
          <>
            <Segmented
              label="State"
              choices={stateChoices}
              chosen={(state ?? "all") as MessageState | "all"}
              onChoose={(chosen) => setFilter({ state: chosen === "all" ? "" : chosen })}
            />
            <FilterSelect
              label="Type"
              className="w-36!"
              choices={kindChoices}
              value={kind}
              onChoose={(kind) => setFilter({ kind })}
            />
            <DevicePicker
              device={device}
              onChoose={(chosen) => setFilter({ device: chosen })}
              className="w-52 max-md:w-full"
            />
            <ChainFilter chain={chain} onChoose={(chosen) => setFilter({ chain: chosen, node: "" })} />
            <NodeFilter node={node} name={nodeName} onClear={() => setFilter({ node: "" })} />
          </>
        }
        empty={
          isNarrowed ? (
            <NoMatch icon={<Send size={24} />} what="messages" onShowAll={showAll} />
          ) : (
            <EmptyState icon={<Send size={24} />} title="No messages yet">
              Messages that rule chains send by webhook, email or MQTT appear here. If a receiver is
              unavailable, Weir tries again.
            </EmptyState>
          )
        }
      >
        <OutboxTable key={JSON.stringify(filter)} list={list} />
      </RecordList>
    </SystemPlace>
  );
}

/** Says that the list is narrowed to one node of a rule chain, as links from the node do, and shows all again. */
function NodeFilter({
  node,
  name,
  onClear,
}: {
  readonly node: string | undefined;
  /** The name of the node, as far as the listed messages contain it. */
  readonly name: string | null;
  readonly onClear: () => void;
}) {
  if (node === undefined) return null;
  return (
    <Button title="Show all nodes" onClick={onClear}>
      Node <NodeName node={node} name={name} />
      <X size={14} aria-hidden className="text-muted" />
    </Button>
  );
}
