import { Send } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { DeviceFilter } from "../../ui/device-filter.tsx";
import { Select } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { ChainFilter } from "./chain-filter.tsx";
import { kinds } from "./message-state.tsx";
import { NodeFilter } from "./node-filter.tsx";
import { OutboxTable } from "./outbox-table.tsx";
import { RecordList } from "./record-list.tsx";
import { RecordsTabs } from "./records-tabs.tsx";
import { useStillRecords } from "./use-still-records.ts";

const states = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["delivered", "Delivered"],
  ["dead", "Failed"],
] as const;

const kindChoices = [
  { value: "", label: "All types" },
  ...Object.entries(kinds).map(([value, label]) => ({ value, label })),
];

const againEveryMs = 5000;

/** What chains send to other systems, and whether it got there. */
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
    <Page title="Outbox" tabs={<RecordsTabs />}>
      <RecordList
        list={list}
        what="message"
        filters={
          <>
            <Segmented
              label="State"
              choices={states}
              chosen={(state ?? "all") as (typeof states)[number][0]}
              onChoose={(chosen) => setFilter({ state: chosen === "all" ? "" : chosen })}
            />
            <Select
              aria-label="Type"
              className="w-36! max-md:w-full!"
              choices={kindChoices}
              value={kind ?? ""}
              onChange={(event) => setFilter({ kind: event.target.value })}
            />
            <DeviceFilter
              device={device}
              onChoose={(chosen) => setFilter({ device: chosen })}
              className="w-52 max-md:w-full"
            />
            <ChainFilter chain={chain} onChoose={(chosen) => setFilter({ chain: chosen, node: "" })} />
            <NodeFilter node={node} name={nodeName} onClear={() => setFilter({ node: "" })} />
          </>
        }
        empty={
          <EmptyState
            icon={<Send size={24} />}
            title={isNarrowed ? "No matching messages" : "No messages yet"}
            action={isNarrowed ? <Button onClick={showAll}>Show all messages</Button> : undefined}
          >
            {isNarrowed
              ? "No messages match these filters."
              : "Messages that rule chains send by webhook, email or MQTT appear here. If a receiver is unavailable, Weir tries again."}
          </EmptyState>
        }
      >
        <OutboxTable key={JSON.stringify(filter)} list={list} />
      </RecordList>
    </Page>
  );
}
