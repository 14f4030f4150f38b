import { Activity } from "lucide-react";
import { EmptyState } from "../../ui/states.tsx";

/** Shown instead of requests on a server that keeps none. */
export function NotKept() {
  return (
    <EmptyState icon={<Activity size={24} />} title="Activity is switched off">
      This server does not store requests. Requests that arrive while this page is open still appear. To store
      them, set <code className="font-mono">activity_per_device</code> in the server’s configuration to the
      number of requests to keep for each device.
    </EmptyState>
  );
}
