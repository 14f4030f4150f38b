import { type FormEvent, useId, useState } from "react";
import { call } from "../../../api/client.ts";
import { refresh, useCall } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { toast } from "../../../ui/toast.tsx";
import { useChainChoices } from "../published-chains.ts";
import { TheirChanges } from "../their-changes.tsx";
import type { Sensor } from "../use-device.ts";
import { useVersionedEdit } from "../versioned-edit.ts";
import { isKeepable, type Keep, KeepField } from "./keep-field.tsx";
import { SensorFields, type SensorTexts } from "./sensor-fields.tsx";
import { loadSensorTexts, type SensorSetting } from "./sensor-setting.ts";

/** The choice that leaves the chain to the device, its group or the account. */
const inherited = "";

export function EditSensorForm({
  device,
  sensor,
  setting,
  onClose,
}: {
  readonly device: string;
  readonly sensor: Sensor;
  readonly setting: SensorSetting;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const params = { device, sensor: sensor.uuid };
  const ownChain = setting.chain.through === "sensor" ? setting.chain : null;
  const [chain, setChain] = useState(ownChain?.uuid ?? inherited);
  const [keep, setKeep] = useState<Keep>(setting.retention.own);
  const accountDays = useCall("showAccountRetention", {}).data?.days;
  const ofDevice = useCall("showApplicableChain", { query: { device } }).data;
  const choices = useChainChoices(ownChain);
  const edit = useVersionedEdit<SensorTexts>({
    first: setting.texts,
    load: () => loadSensorTexts(device, sensor.uuid),
    save: async (changes, etag) => {
      if (Object.keys(changes).length > 0)
        await call("updateSensor", { params, body: bodyOf(changes), ifMatch: etag });
      if (chain !== (ownChain?.uuid ?? inherited)) await assign(sensor.uuid, chain);
      if (keep !== setting.retention.own) await call("setSensorRetention", { params, body: { days: keep } });
    },
    onSaved: () => {
      void refresh("listSensors", "showApplicableChain", "showSensorRetention", "listChains");
      toast("Saved");
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Edit ${sensor.name}`}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isBusy={edit.isSaving}
            disabled={!isKeepable(keep)}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <SensorFields
          texts={edit.fields}
          onChange={edit.set}
          error={edit.error}
          slugHint="Requests name the sensor by it."
        />
        {edit.changes.slug !== undefined && (
          <Note tone="warn">
            Readings that devices go on sending to “{setting.texts.value.slug}” will be rejected. Stored
            readings stay with the sensor.
          </Note>
        )}
        <SelectField
          label="Rule chain"
          value={chain}
          choices={[
            {
              value: inherited,
              label: ofDevice === undefined ? "As the device" : `As the device: ${ofDevice.name}`,
            },
            ...choices,
          ]}
          onChange={(event) => setChain(event.target.value)}
        />
        <KeepField label="Keep readings" keep={keep} accountDays={accountDays} onChange={setKeep} />
        {keep !== setting.retention.own && keep !== null && (
          <Note tone="warn">Readings that are older are deleted within about an hour, for good.</Note>
        )}
        <TheirChanges edit={edit} />
        <FormError error={edit.error} />
      </form>
    </Dialog>
  );
}

function bodyOf({ type, unit, ...rest }: Partial<SensorTexts>) {
  return {
    ...rest,
    ...(type === undefined ? {} : { type: type || null }),
    ...(unit === undefined ? {} : { unit: unit || null }),
  };
}

async function assign(sensor: string, chain: string): Promise<void> {
  if (chain === inherited) await call("unassignChain", { query: { sensor } });
  else await call("assignChain", { body: { chain, sensor } });
}
