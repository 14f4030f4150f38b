import { type FormEvent, useId } from "react";
import type { Versioned } from "../../../api/client.ts";
import { useCall } from "../../../api/queries.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { useUnsaved } from "../../../ui/use-unsaved.tsx";
import { useChainChoices } from "../published-chains.ts";
import { TheirChanges } from "../their-changes.tsx";
import type { Sensor } from "../use-device.ts";
import { useVersionedEdit } from "../versioned-edit.ts";
import { isKeepable, KeepField } from "./keep-field.tsx";
import { SensorFields } from "./sensor-fields.tsx";
import { loadSensorSetting, type SensorSetting, saveSensorSetting, settingWords } from "./sensor-setting.ts";

export function EditSensorForm({
  device,
  sensor,
  first,
  onClose,
}: {
  readonly device: string;
  readonly sensor: Sensor;
  readonly first: Versioned<SensorSetting>;
  readonly onClose: () => void;
}) {
  const formId = useId();
  const params = { device, sensor: sensor.uuid };
  const accountDays = useCall("showAccountRetention", {}).data?.days;
  const ofDevice = useCall("showApplicableChain", { query: { device } }).data;
  const { applicable_chain: inUse } = sensor;
  const chains = useChainChoices(inUse.through === "sensor" ? inUse : null);
  const edit = useVersionedEdit<SensorSetting>({
    first,
    words: settingWords,
    load: () => loadSensorSetting(params),
    save: (changes, etag) => saveSensorSetting(params, changes, etag),
    refreshes: ["listSensors", "showApplicableChain", "showSensorRetention", "listChains"],
    onSaved: onClose,
  });
  const { fields, changes } = edit;
  const { question, close } = useUnsaved(edit.changedWords, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  if (question !== null) return question;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={`Edit ${sensor.name}`}
      actions={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            look="primary"
            isBusy={edit.isSaving}
            disabled={!edit.isChanged || !isKeepable(fields.keep)}
          >
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} className="flex flex-col gap-4">
        <SensorFields
          texts={fields}
          onChange={edit.set}
          error={edit.error}
          slugHint="Identifies the sensor in requests."
        />
        {changes.slug !== undefined && (
          <Note tone="warn">
            Readings still sent to “{first.value.slug}” will be rejected. Stored readings stay with the
            sensor.
          </Note>
        )}
        <SelectField
          label="Rule chain"
          value={fields.chain}
          choices={[
            {
              value: "",
              label: ofDevice === undefined ? "Same as the device" : `Same as the device: ${ofDevice.name}`,
            },
            ...chains,
          ]}
          onChange={(event) => edit.set({ chain: event.target.value })}
        />
        <KeepField
          label="Keep readings"
          keep={fields.keep}
          accountDays={accountDays}
          onChange={(keep) => edit.set({ keep })}
        />
        {changes.keep !== undefined && changes.keep !== null && (
          <Note tone="warn">Older readings are permanently deleted within about an hour.</Note>
        )}
        <TheirChanges edit={edit} names={chains} />
        <FormError error={edit.error} />
      </form>
    </Dialog>
  );
}
