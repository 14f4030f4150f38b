import { useQuery } from "@tanstack/react-query";
import type { Versioned } from "../../../api/client.ts";
import { useCall } from "../../../api/queries.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { UnsavedFormDialog } from "../../../ui/form-dialog.tsx";
import { inheritChoice } from "../../../ui/inherit-choice.ts";
import { Loaded } from "../../../ui/loaded.tsx";
import { Note } from "../../../ui/states.tsx";
import { accountChoice, isKeepable, KeepField } from "../../retention/keep-field.tsx";
import { useChainChoices } from "../published-chains.ts";
import { TheirChanges } from "../their-changes.tsx";
import type { Sensor } from "../use-device.ts";
import { useVersionedEdit } from "../versioned-edit.ts";
import { SensorFields, sensorTextNames } from "./sensor-fields.tsx";
import { loadSensorSetting, type SensorSetting, saveSensorSetting, settingWords } from "./sensor-setting.ts";

export function EditSensorDialog({
  device,
  sensor,
  onClose,
}: {
  readonly device: string;
  readonly sensor: Sensor;
  readonly onClose: () => void;
}) {
  // Read once, when the dialog opens, so that the fields do not change while the person types.
  const setting = useQuery({
    queryKey: ["sensor form", device, sensor.uuid],
    queryFn: () => loadSensorSetting({ device, sensor: sensor.uuid }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (setting.data !== undefined)
    return <SensorForm device={device} sensor={sensor} first={setting.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={`Edit ${sensor.name}`}>
      <Loaded result={setting} shape="form">
        {() => null}
      </Loaded>
    </Dialog>
  );
}

function SensorForm({
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
  const { values, changes } = edit;
  return (
    <UnsavedFormDialog
      title={`Edit ${sensor.name}`}
      submit="Save"
      unsaved={edit.changedWords}
      isBusy={edit.isSaving}
      isComplete={edit.isChanged && isKeepable(values.keep)}
      error={edit.error}
      fields={sensorTextNames}
      onSubmit={edit.save}
      onClose={onClose}
    >
      <SensorFields
        texts={values}
        onChange={edit.set}
        error={edit.error}
        slugHint="Identifies the sensor in requests."
      />
      {changes.slug !== undefined && (
        <Note tone="warn">
          Readings still sent to “{first.value.slug}” will be rejected. Stored readings stay with the sensor.
        </Note>
      )}
      <SelectField
        label="Rule chain"
        choices={[inheritChoice(ofDevice?.name), ...chains]}
        {...edit.text("chain")}
      />
      <KeepField
        label="Keep readings"
        keep={values.keep}
        others={[accountChoice(accountDays)]}
        onChange={(keep) => edit.set({ keep })}
      />
      {changes.keep !== undefined && changes.keep !== null && (
        <Note tone="warn">Older readings are permanently deleted within about an hour.</Note>
      )}
      <TheirChanges edit={edit} names={chains} />
    </UnsavedFormDialog>
  );
}
