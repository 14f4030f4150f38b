import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Note } from "../../ui/states.tsx";
import { KeepRejectedButton } from "./keep-rejected-button.tsx";
import { type QuarantinedReading, resubmittedText, sentFor } from "./quarantine-words.ts";

const asked = 1000;

/** Offered after a sensor was created: earlier readings for it may be in quarantine. */
export function ResubmitOffer({
  device,
  slug,
  onClose,
}: {
  readonly device: { readonly uuid: string; readonly name: string };
  readonly slug: string;
  readonly onClose: () => void;
}) {
  const result = useCall("listDeviceQuarantined", {
    params: { device: device.uuid },
    query: { reason: "dropped_unknown_sensor", limit: asked },
  });
  const kept = (result.data?.items ?? []).filter((reading) => reading.ready && sentFor(reading) === slug);
  const resubmit = useChange("resubmitQuarantined", {
    refreshes: ["listQuarantined", "listDeviceQuarantined", "showRequest", "listSensors", "showCounts"],
    said: resubmittedText,
    onDone: onClose,
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Sensor “${slug}” created`}
      description="New readings for this sensor are accepted."
      actions={
        kept.length === 0 ? (
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Not now</Button>
            <Button
              look="primary"
              isBusy={resubmit.isPending}
              onClick={() => resubmit.mutate({ body: { ids: kept.map(({ id }) => id) } })}
            >
              Submit {kept.length === 1 ? "it" : "them"} again
            </Button>
          </>
        )
      }
    >
      <Loaded result={result} what="Checking the quarantine">
        {() => (kept.length === 0 ? <NothingKept device={device.uuid} /> : <Kept readings={kept} />)}
      </Loaded>
    </Dialog>
  );
}

function Kept({ readings }: { readonly readings: readonly QuarantinedReading[] }) {
  return (
    <Note>
      {plural(readings.length, "earlier reading")} for this sensor {readings.length === 1 ? "is" : "are"} in
      quarantine and can be accepted now, with {readings.length === 1 ? "its" : "their"} original time.
    </Note>
  );
}

function NothingKept({ device }: { readonly device: string }) {
  const { data } = useCall("showDevice", { params: { device } });
  if (data?.quarantine !== false) {
    return <p className="text-sm text-muted">There are no earlier readings for this sensor in quarantine.</p>;
  }
  return (
    <div className="flex flex-col items-start gap-3 text-sm text-muted">
      <p>
        Earlier readings for this sensor were not kept, because quarantine is off for this device. Turn it on
        to keep rejected readings and submit them again.
      </p>
      <KeepRejectedButton device={device} />
    </div>
  );
}
