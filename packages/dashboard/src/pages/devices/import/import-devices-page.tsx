import { DevicesPlace } from "../../../app/places/devices-place.tsx";
import { useMay } from "../../../app/session.tsx";
import { FormError } from "../../../ui/states.tsx";
import { Together } from "../../../ui/together.tsx";
import { MayNotCreate } from "../may-not-create.tsx";
import { FileCard } from "./file-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { ResultCard } from "./result-card.tsx";
import { useDeviceImport } from "./use-device-import.ts";

/** Creates many devices from a CSV file: choose, check, create, and download the tokens. */
export function ImportDevicesPage() {
  const mayEdit = useMay("editor");
  const work = useDeviceImport();
  if (!mayEdit) return <MayNotCreate title="Import devices" />;
  return (
    <DevicesPlace to="/devices/import">
      <Together className="flex max-w-4xl flex-col gap-4">
        {work.result === null ? (
          <>
            <FileCard
              onChoose={(file) => void work.choose(file)}
              template={work.template}
              onTemplate={work.chooseTemplate}
              isBusy={work.isChecking || work.isCreating}
            />
            {work.file !== null && (
              <PreviewCard
                file={work.file}
                progress={work.progress}
                isCreating={work.isCreating}
                onCreate={work.create}
              />
            )}
            <FormError error={work.error} />
          </>
        ) : (
          <ResultCard result={work.result} />
        )}
      </Together>
    </DevicesPlace>
  );
}
