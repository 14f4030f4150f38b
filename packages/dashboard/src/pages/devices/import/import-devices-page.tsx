import { useMay } from "../../../app/session.tsx";
import { ButtonLink } from "../../../ui/button.tsx";
import { Page } from "../../../ui/page.tsx";
import { EmptyState, FormError } from "../../../ui/states.tsx";
import { FileCard } from "./file-card.tsx";
import { PreviewCard } from "./preview-card.tsx";
import { ResultCard } from "./result-card.tsx";
import { useDeviceImport } from "./use-device-import.ts";

const crumbs = [{ label: "Devices", to: "/devices" }];

/** Creates many devices from a CSV file: choose, check, create, and download the tokens. */
export function ImportDevicesPage() {
  const mayEdit = useMay("editor");
  const work = useDeviceImport();
  if (!mayEdit) {
    return (
      <Page title="Import devices" crumbs={crumbs}>
        <EmptyState
          title="You have read-only access"
          action={<ButtonLink to="/devices">Go to devices</ButtonLink>}
        >
          Only editors and owners can create devices. Ask an owner of the account to change your role.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title="Import devices" crumbs={crumbs}>
      <div className="flex max-w-4xl flex-col gap-4">
        {work.result === null ? (
          <>
            <FileCard onChoose={work.choose} isBusy={work.isChecking || work.isCreating} />
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
      </div>
    </Page>
  );
}
