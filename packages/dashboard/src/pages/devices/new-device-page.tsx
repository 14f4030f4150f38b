import { useNavigate } from "@tanstack/react-router";
import { useMay } from "../../app/session.tsx";
import { Page } from "../../ui/page.tsx";
import { keepCreatedToken } from "../device/created-token.ts";
import { devicesCrumbs, MayNotCreate } from "./may-not-create.tsx";
import { type CreatedDevice, NewDeviceForm } from "./new-device-form.tsx";

/** Creates a device and leads to its first reading. */
export function NewDevicePage() {
  const mayEdit = useMay("editor");
  const navigate = useNavigate();
  if (!mayEdit) return <MayNotCreate title="New device" />;
  const goToCreated = ({ uuid, token }: CreatedDevice) => {
    keepCreatedToken(uuid, token);
    // Replaces the form in the history, because going back to it would invite people to create the device twice.
    void navigate({
      to: "/devices/$device/start",
      params: { device: uuid },
      replace: true,
      ignoreBlocker: true,
    });
  };
  return (
    <Page title="New device" crumbs={devicesCrumbs}>
      <NewDeviceForm onCreated={goToCreated} />
    </Page>
  );
}
