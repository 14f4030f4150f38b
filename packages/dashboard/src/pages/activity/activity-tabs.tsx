import { Tabs } from "../../ui/page.tsx";

const items = [
  { label: "Requests", to: "/activity" },
  { label: "Quarantine", to: "/activity/quarantine" },
];

export function ActivityTabs() {
  return <Tabs items={items} />;
}
