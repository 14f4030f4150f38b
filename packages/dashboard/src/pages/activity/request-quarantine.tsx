import { Link } from "@tanstack/react-router";
import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import type { RequestDetails } from "./outcome-words.ts";
import { keptText, resubmittedText } from "./quarantine-words.ts";

const asked = 1000;

/** Which rejected readings of the request are in quarantine, and whether they would be accepted now. */
export function RequestQuarantine({
  request: { id, device, rejected, findings },
}: {
  readonly request: RequestDetails;
}) {
  // A request that named no sensor of the device is refused as a whole: its readings are among the findings only.
  const hasRejected =
    Object.keys(rejected).length > 0 || findings.some(({ reason }) => reason !== "dropped_duplicate");
  const isWorthAsking = device !== null && hasRejected;
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
  if (device === null || data === undefined || !isWorthAsking) return null;
  const lost = findings.filter(({ reason, stored_since }) => reason !== "dropped_duplicate" && !stored_since);
  // The path of each reading says that it was saved later.
  if (kept.length === 0 && lost.length === 0) return null;
  if (kept.length === 0) return <NoneKept device={device.uuid} />;
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-2.5 text-sm">
      <span>
        {plural(kept.length, "rejected reading")} of this request {kept.length === 1 ? "is" : "are"} in{" "}
        <Link to="/activity/quarantine" search={{ device: device.uuid }} className="text-accent underline">
          quarantine
        </Link>
        {ready.length === 0
          ? "."
          : `; ${ready.length === kept.length ? "all" : ready.length} would be accepted now.`}
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

/** The kept readings may have been submitted again or discarded, so the text only says what happens from now on. */
function NoneKept({ device }: { readonly device: string }) {
  const { data } = useCall("showDevice", { params: { device } });
  if (data === undefined) return null;
  return (
    <p className="rounded-lg border border-line bg-surface px-4 py-2.5 text-sm text-muted">
      No rejected reading of this request is in quarantine. {keptText(data)}
    </p>
  );
}
