import { useNavigate } from "@tanstack/react-router";
import { FileUp } from "lucide-react";
import { useMay } from "../../../app/session.tsx";
import { Button } from "../../../ui/button.tsx";
import { DevicePicker } from "../../../ui/device-picker.tsx";
import { Popover } from "../../../ui/popover.tsx";

/** Asks for the device whose readings are in the file. Viewers may not import. */
export function ImportReadings() {
  const navigate = useNavigate();
  if (!useMay("editor")) return null;
  return (
    <Popover
      label="Import readings"
      align="end"
      className="w-80 p-4"
      trigger={<Button icon={<FileUp size={15} aria-hidden />}>Import readings…</Button>}
    >
      {(close) => (
        <div className="flex flex-col gap-2">
          <p className="text-sm text-muted">Readings are imported into one device. Choose it here.</p>
          <DevicePicker
            device={undefined}
            none="Choose a device"
            onChoose={(device) => {
              if (device === undefined) return;
              close();
              void navigate({ to: "/devices/$device/import", params: { device } });
            }}
          />
        </div>
      )}
    </Popover>
  );
}
