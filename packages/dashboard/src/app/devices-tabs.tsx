import { type TabItem, Tabs } from "../ui/page.tsx";

/** `waiting` is how many devices wait to be provisioned. */
export function DevicesTabs({ waiting }: { readonly waiting: number }) {
  const items: readonly TabItem[] = [
    { label: "All devices", to: "/devices" },
    { label: "Provisioning", to: "/devices/provisioning", count: waiting },
  ];
  return <Tabs items={items} />;
}
