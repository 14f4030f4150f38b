import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { CreatedDeviceSteps } from "./created-device-steps.tsx";
import { type CreatedDevice, NewDeviceForm } from "./new-device-form.tsx";

const crumbs = [{ label: "Devices", to: "/devices" }];

/** From nothing to a device that sends. */
export function NewDevicePage() {
  const mayEdit = useMay("editor");
  const [created, setCreated] = useState<CreatedDevice | null>(null);
  if (!mayEdit) {
    return (
      <Page title="New device" crumbs={crumbs}>
        <EmptyState
          title="You may look, not change"
          action={<ButtonLink to="/devices">See devices</ButtonLink>}
        >
          Creating a device takes the role of an editor. An owner of the account can give it to you.
        </EmptyState>
      </Page>
    );
  }
  if (created !== null) {
    return (
      <Page title={created.name} crumbs={crumbs}>
        <CreatedDeviceSteps device={created} onAnother={() => setCreated(null)} />
      </Page>
    );
  }
  return (
    <Page title="New device" crumbs={crumbs}>
      <NewDeviceForm onCreated={setCreated} />
    </Page>
  );
}
