import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import type { RequestDetails } from "./outcome-words.ts";
import { resubmittedText } from "./quarantine-words.ts";

const asked = 1000;

/** Which rejected readings of the request are in quarantine, and whether they would be accepted by now. */
export function RequestQuarantine({
  request: { id, device, rejected },
}: {
  readonly request: RequestDetails;
}) {
  const isWorthAsking = device !== null && Object.keys(rejected).length > 0;
  const { data } = useCall(
    "listDeviceQuarantined",
    { params: { device: device?.uuid ?? "" }, query: { limit: asked } },
    { enabled: isWorthAsking },
  );
  const mayResubmit = useMay("editor");
  const resubmit = useChange("resubmitQuarantined", {
    refreshes: ["listQuarantined", "listDeviceQuarantined", "showRequest", "showCounts"],
    said: resubmittedText,
  });
  const kept = (data?.items ?? []).filter(({ request }) => request === id);
  const ready = kept.filter((reading) => reading.ready);
  if (device === null || kept.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm">
      <span>
        {plural(kept.length, "rejected reading")} of this request {kept.length === 1 ? "is" : "are"} in{" "}
        <Link
          to="/activity/quarantine"
          search={{ device: device.uuid } as never}
          className="text-accent underline"
        >
          quarantine
        </Link>
        {ready.length === 0
          ? "."
          : `; ${ready.length === kept.length ? "all" : ready.length} would be accepted by now.`}
      </span>
      {ready.length > 0 && mayResubmit && (
        <Button
          size="small"
          isBusy={resubmit.isPending}
          onClick={() => resubmit.mutate({ body: { ids: ready.map((reading) => reading.id) } })}
        >
          Submit {ready.length === 1 ? "it" : "them"} again
        </Button>
      )}
    </div>
  );
}
