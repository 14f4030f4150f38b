import { Send } from "lucide-react";
import { usePages } from "../../api/queries.ts";
import { useFilters } from "../../app/use-filters.ts";
import { Button } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { OutboxTable } from "./outbox-table.tsx";
import { RecordList } from "./record-list.tsx";
import { RecordsTabs } from "./records-tabs.tsx";
import { useStillRecords } from "./use-still-records.ts";

const states = [
  ["all", "All"],
  ["waiting", "Waiting"],
  ["delivered", "Delivered"],
  ["dead", "Given up"],
] as const;

const againEveryMs = 5000;

/** What chains send to other systems, and whether it got there. */
export function OutboxPage() {
  const [{ state }, setFilter] = useFilters("state");
  const pages = usePages("listMessages", { query: { state } }, { refetchInterval: againEveryMs });
  const list = useStillRecords(pages, { state });
  return (
    <Page title="Outbox" crumbs={[{ label: "Alarms", to: "/alarms" }]} tabs={<RecordsTabs />}>
      <RecordList
        list={list}
        what="message"
        filters={
          <Segmented
            label="State"
            choices={states}
            chosen={(state ?? "all") as (typeof states)[number][0]}
            onChoose={(chosen) => setFilter({ state: chosen === "all" ? "" : chosen })}
          />
        }
        empty={
          <EmptyState
            icon={<Send size={24} />}
            title={state === undefined ? "Nothing was sent yet" : "No such message"}
            action={
              state === undefined ? undefined : (
                <Button onClick={() => setFilter({ state: "" })}>Show all messages</Button>
              )
            }
          >
            Nothing is wrong. What a rule chain sends by webhook, e-mail or MQTT goes through here, is tried
            until it is delivered, and waits while the other side is away.
          </EmptyState>
        }
      >
        <OutboxTable key={state} list={list} />
      </RecordList>
    </Page>
  );
}
