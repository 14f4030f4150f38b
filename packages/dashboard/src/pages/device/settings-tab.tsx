import { useMay } from "../../app/session.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { Together } from "../../ui/together.tsx";
import { DeleteDevice } from "./settings/delete-device.tsx";
import { useDeviceFields } from "./settings/device-fields.ts";
import { DeviceForm } from "./settings/device-form.tsx";
import { DeviceRetention } from "./settings/device-retention.tsx";
import { DeviceTemplate } from "./settings/device-template.tsx";
import { DuplicateDevice } from "./settings/duplicate-device.tsx";
import { PictureCard } from "./settings/picture-card.tsx";
import { useDevice, useDeviceUuid } from "./use-device.ts";

export function SettingsTab() {
  const uuid = useDeviceUuid();
  const device = useDevice();
  const mayEdit = useMay("editor");
  const fields = useDeviceFields(uuid);
  return (
    <Loaded result={device} shape="card">
      {(shown) => (
        <Together className="flex flex-col gap-4">
          <Loaded result={fields} shape="form">
            {(first) => <DeviceForm key={uuid} device={shown} first={first} />}
          </Loaded>
          {mayEdit && <PictureCard device={shown} />}
          <DeviceTemplate device={shown} />
          <DeviceRetention device={shown} />
          {mayEdit && <DuplicateDevice device={shown} />}
          {mayEdit && <DeleteDevice device={shown} />}
        </Together>
      )}
    </Loaded>
  );
}
