import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { call } from "../../api/client.ts";
import { refresh, useCall } from "../../api/queries.ts";
import { plural } from "../../format/number.ts";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { FormError } from "../../ui/states.tsx";
import { toast } from "../../ui/toast.tsx";
import { resubmittedText, sentFor } from "./quarantine-words.ts";

const sensorsAsked = 1000;
const keptAsked = 1000;
const changed = [
  "listQuarantined",
  "listDeviceQuarantined",
  "showRequest",
  "listSensors",
  "showCounts",
] as const;

/** Stores the kept readings that named an unknown slug as readings of a sensor that the device has. */
export function StoreAsDialog({
  device,
  identifier,
  onClose,
}: {
  readonly device: { readonly uuid: string; readonly name: string };
  /** The slug that the device sent. */
  readonly identifier: string;
  readonly onClose: () => void;
}) {
  const [sensor, setSensor] = useState("");
  const params = { device: device.uuid };
  const sensors = useCall("listSensors", { params, query: { limit: sensorsAsked } });
  const reason = "dropped_unknown_sensor" as const;
  const quarantined = useCall("listDeviceQuarantined", { params, query: { reason, limit: keptAsked } });
  const kept = quarantined.data?.items.filter((reading) => sentFor(reading) === identifier).length ?? 0;
  const store = useMutation({
    mutationFn: () => storeAll(device.uuid, { sent: identifier, sensor }),
    onSuccess: (done) => {
      void refresh(...changed);
      toast(resubmittedText(done));
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Store “${identifier}” as…`}
      description={`${device.name} has sent readings for “${identifier}”, which it has no sensor for.`}
      submit={kept === 0 ? "Store readings" : `Store ${plural(kept, "reading")}`}
      isBusy={store.isPending}
      isComplete={sensor !== "" && kept > 0}
      onSubmit={() => store.mutate()}
      onClose={onClose}
    >
      <Loaded result={sensors} shape="form" what="Loading sensors">
        {({ items }) => (
          <SelectField
            label="Sensor"
            value={sensor}
            onChange={({ target }) => setSensor(target.value)}
            hint={`${plural(kept, "reading")} in quarantine. They keep their original time. New readings for “${identifier}” are still rejected until you correct the slug on the device.`}
            choices={[
              { value: "", label: "Choose a sensor" },
              ...items.map(({ uuid, name, slug }) => ({ value: uuid, label: `${name} (${slug})` })),
            ]}
          />
        )}
      </Loaded>
      <FormError error={store.error} />
    </FormDialog>
  );
}

/** A call takes a limited number; the answer says where to continue. */
async function storeAll(device: string, store_as: { readonly sent: string; readonly sensor: string }) {
  const sum = { accepted: 0, duplicates: 0, rejected: [] };
  const choice = { device, reason: "dropped_unknown_sensor", store_as } as const;
  for (let before: number | null | undefined; before !== null; ) {
    const body = before === undefined ? choice : { ...choice, before_id: before };
    const done = await call("resubmitQuarantined", { body });
    sum.accepted += done.accepted;
    sum.duplicates += done.duplicates;
    before = done.before_id;
  }
  return sum;
}
