import { FlaskConical } from "lucide-react";
import { useMay } from "../../app/session.tsx";
import { RemoveSampleButton } from "./remove-sample-button.tsx";
import { sampleDevices, sampleDoing } from "./sample-words.ts";
import { useSample } from "./use-sample.ts";

/** Says that what a page shows includes sample data. Nothing if there is none. */
export function SampleNote() {
  const mayEdit = useMay("editor");
  const { data: sample } = useSample();
  if (sample === undefined || sample.device_count === 0) return null;
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-2 gap-y-1 rounded-lg border border-line bg-surface py-1 pr-1 pl-3 text-sm text-muted">
      <FlaskConical size={15} aria-hidden className="shrink-0" />
      <p className="min-w-0 flex-1 py-1">
        Includes {sampleDevices(sample)}. {sampleDoing(sample)}
      </p>
      {mayEdit && <RemoveSampleButton look="quiet" size="small" />}
    </div>
  );
}
