import { useChange } from "../../api/change.ts";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { dayText } from "../../format/time.ts";
import { Card } from "../../ui/card.tsx";
import { ConfirmButton } from "../../ui/confirm.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { LoadSampleButton } from "./load-sample-button.tsx";
import { sampleRefreshes } from "./sample-refreshes.ts";

/** Loads the sample data of the account, or removes it. */
export function SampleDataCard() {
  const mayEdit = useMay("editor");
  const shown = useCall("showSampleData", {});
  if (!mayEdit) return null;
  return (
    <Card title="Sample data">
      <Loaded result={shown}>
        {({ device_count, loaded_at }) => (
          <div className="flex flex-wrap items-center justify-between gap-3">
            {loaded_at === null ? (
              <>
                <p className="max-w-xl text-sm text-muted">
                  A small cold store with a week of readings, a group and a board, to try things out with. You
                  can remove all of it at any time.
                </p>
                <LoadSampleButton />
              </>
            ) : (
              <>
                <p className="text-sm text-muted">
                  {device_count} {device_count === 1 ? "device" : "devices"}, loaded on{" "}
                  <ExactTime at={loaded_at} text={dayText} />.
                </p>
                <RemoveSample />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Card>
  );
}

function RemoveSample() {
  const remove = useChange("removeSampleData", { refreshes: sampleRefreshes, said: "Sample data removed." });
  const question = {
    title: "Remove the sample data?",
    text: "Its devices, their readings, its group and its board are deleted. Everything else stays.",
    action: "Remove sample data",
    onConfirm: () => remove.mutateAsync({}),
  };
  return (
    <ConfirmButton look="danger" question={question}>
      Remove sample data
    </ConfirmButton>
  );
}
