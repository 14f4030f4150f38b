import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Copy } from "lucide-react";
import { useState } from "react";
import { call } from "../../../api/client.ts";
import { refresh } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import { keepCreatedToken } from "../created-token.ts";
import type { Device } from "../use-device.ts";

/** Creates another device like this one. */
export function DuplicateDevice({ device }: { readonly device: Device }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Card title="Duplicate this device">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-xl text-sm text-muted">
          Creates another device with the same sensors, settings, tags and attributes. It gets its own token.
          Readings, location and notes are not copied.
        </p>
        <Button icon={<Copy size={15} aria-hidden />} onClick={() => setIsAsking(true)}>
          Duplicate…
        </Button>
        {isAsking && <DuplicateDialog device={device} onClose={() => setIsAsking(false)} />}
      </div>
    </Card>
  );
}

function DuplicateDialog({ device, onClose }: { readonly device: Device; readonly onClose: () => void }) {
  const navigate = useNavigate();
  const duplicate = useMutation({
    mutationFn: (body: { name: string }) =>
      call("duplicateDevice", { params: { device: device.uuid }, body }),
    onSuccess: async ({ uuid, token }) => {
      await refresh("listDevices", "countDevices", "listDeviceGroups");
      keepCreatedToken(uuid, token);
      void navigate({ to: "/devices/$device/start", params: { device: uuid } });
    },
  });
  const form = useFields({ name: `${device.name} (copy)` }, duplicate);
  return (
    <FormDialog
      title={`Duplicate ${device.name}`}
      submit="Create device"
      {...form.saving}
      onSubmit={() => duplicate.mutate(form.values)}
      onClose={onClose}
    >
      <TextField label="Device name" required autoFocus maxLength={200} {...form.text("name")} />
    </FormDialog>
  );
}
