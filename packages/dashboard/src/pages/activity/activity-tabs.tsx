import { useCall } from "../../api/queries.ts";
import { type TabItem, Tabs } from "../../ui/page.tsx";

const againEveryMs = 15_000;

export function ActivityTabs() {
  const { data } = useCall("showCounts", {}, { refetchInterval: againEveryMs });
  const items: readonly TabItem[] = [
    { label: "Requests", to: "/activity" },
    { label: "Quarantine", to: "/activity/quarantine", count: data?.quarantined ?? 0 },
  ];
  return <Tabs items={items} />;
}
