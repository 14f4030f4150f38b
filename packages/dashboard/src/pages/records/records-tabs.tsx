import { Tabs } from "../../ui/page.tsx";

const items = [
  { label: "Alarms", to: "/alarms" },
  { label: "Dead letters", to: "/alarms/dead-letters" },
  { label: "Outbox", to: "/alarms/outbox" },
];

/** What rule chains leave behind besides saved readings. */
export function RecordsTabs() {
  return <Tabs items={items} />;
}
