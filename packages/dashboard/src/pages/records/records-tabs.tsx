import { useCall } from "../../api/queries.ts";
import { useOpenAlarms } from "../../app/alarms/open-alarms.ts";
import { type TabItem, Tabs } from "../../ui/page.tsx";

const againEveryMs = 15_000;

/** The tabs of alarms, their rules and what else rule chains create besides saved readings, and how much of it needs attention. */
export function RecordsTabs() {
  const { data } = useCall("showCounts", {}, { refetchInterval: againEveryMs });
  const items: readonly TabItem[] = [
    { label: "Alarms", to: "/alarms", count: useOpenAlarms().count },
    { label: "Alert rules", to: "/alarms/rules" },
    { label: "Dead letters", to: "/alarms/dead-letters", count: data?.dead_letters ?? 0 },
    { label: "Outbox", to: "/alarms/outbox", count: data?.outbox.given_up ?? 0 },
  ];
  return <Tabs items={items} />;
}
