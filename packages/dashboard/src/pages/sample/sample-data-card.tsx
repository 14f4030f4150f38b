import { useMay } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { LoadSampleButton } from "./load-sample-button.tsx";
import { RemoveSampleButton } from "./remove-sample-button.tsx";
import { sampleDevices, sampleDoing } from "./sample-words.ts";
import { useSample } from "./use-sample.ts";

/** Loads the sample data of the account, or removes it. */
export function SampleDataCard() {
  const mayEdit = useMay("editor");
  const shown = useSample();
  if (!mayEdit) return null;
  return (
    <Card title="Sample data">
      <Loaded result={shown}>
        {(sample) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            {sample.loaded_at === null || sample.state === "loading" ? (
              <>
                <p className="max-w-xl text-sm text-muted">
                  {sample.state === "removing"
                    ? "What is stored of the sample is being deleted."
                    : "An invented cold store to try things out with: devices with a week of readings that keep sending, a rule chain, alert rules and a board. It counts toward the limits of the account, and its alarms are notified like others. After three days without a visit its devices pause. You can remove all of it at any time."}
                </p>
                <LoadSampleButton />
              </>
            ) : (
              <>
                <p className="max-w-xl text-sm text-muted">
                  {sampleDevices(sample)}, loaded on <ExactTime at={sample.loaded_at} text={dayText} />.{" "}
                  {sampleDoing(sample) ?? "They keep sending, and pause after three days without a visit."}
                </p>
                <RemoveSampleButton look="danger" size="normal" />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}
