import { useNavigate } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { Button } from "../../ui/button.tsx";
import { sampleRefreshes } from "./sample-refreshes.ts";

/** Loads the sample data and opens its board. */
export function LoadSampleButton() {
  const navigate = useNavigate();
  const load = useChange("loadSampleData", {
    refreshes: sampleRefreshes,
    said: ({ device_count }) => `Sample data loaded: ${device_count} devices with a week of readings.`,
    onDone: ({ board }) => {
      if (board !== null) void navigate({ to: "/boards/$board", params: { board } });
    },
  });
  return (
    <Button isBusy={load.isPending} onClick={() => load.mutate({})}>
      Load sample data
    </Button>
  );
}
