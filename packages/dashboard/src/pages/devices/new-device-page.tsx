import { useNavigate } from "@tanstack/react-router";
import { useMay } from "../../app/session.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { Page } from "../../ui/page.tsx";
import { EmptyState } from "../../ui/states.tsx";
import { keepCreatedToken } from "../device/created-token.ts";
import { type CreatedDevice, NewDeviceForm } from "./new-device-form.tsx";

const crumbs = [{ label: "Devices", to: "/devices" }];

/** Creates a device and leads to its first reading. */
export function NewDevicePage() {
  const mayEdit = useMay("editor");
  const navigate = useNavigate();
  if (!mayEdit) {
    return (
      <Page title="New device" crumbs={crumbs}>
        <EmptyState
          title="You have read-only access"
          action={<ButtonLink to="/devices">Go to devices</ButtonLink>}
        >
          Only editors and owners can create devices. Ask an owner of the account to change your role.
        </EmptyState>
      </Page>
    );
  }
  const goToCreated = ({ uuid, token }: CreatedDevice) => {
    keepCreatedToken(uuid, token);
    // Replaces the form in the history, because going back to it would invite people to create the device twice.
    void navigate({ to: `/devices/${uuid}/start`, replace: true, ignoreBlocker: true });
  };
  return (
    <Page title="New device" crumbs={crumbs}>
      <NewDeviceForm onCreated={goToCreated} />
    </Page>
  );
}
