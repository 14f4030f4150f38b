import { Activity } from "lucide-react";
import { EmptyState } from "../../ui/states.tsx";

/** In the place of requests, on a server that keeps none. */
export function NotKept() {
  return (
    <EmptyState icon={<Activity size={24} />} title="Activity is switched off">
      This server keeps no requests of devices; those that arrive while this page is open still appear. Set{" "}
      <code className="font-mono">activity_per_device</code> in its configuration to how many of each device’s
      last requests are to be kept.
    </EmptyState>
  );
}
