import type { FormEvent } from "react";
import { call, type Versioned } from "../../../api/client.ts";
import { useCall } from "../../../api/queries.ts";
import { useMay } from "../../../app/session.tsx";
import { adviceText } from "../../../format/chain-advice.ts";
import { Card } from "../../../ui/card.tsx";
import { CheckboxField, type Choice, SelectField, TextAreaField, TextField } from "../../../ui/field.tsx";
import { inheritChoice } from "../../../ui/inherit-choice.ts";
import { SaveBar } from "../../../ui/save-bar.tsx";
import { FormError, Note } from "../../../ui/states.tsx";
import { useUnsaved } from "../../../ui/use-unsaved.tsx";
import { useNamesakeHint } from "../../devices/use-namesake-hint.ts";
import { DeviceExpectationCard } from "../../expectation/device-expectation-card.tsx";
import { useChainChoices } from "../published-chains.ts";
import { TheirChanges } from "../their-changes.tsx";
import type { Device } from "../use-device.ts";
import { useVersionedEdit } from "../versioned-edit.ts";
import { type DeviceFields, fieldWords, loadDeviceFields } from "./device-fields.ts";
import { attributeNames, noteChanges } from "./note-fields.ts";
import { NotesCard } from "./notes-card.tsx";
import { RequestFields } from "./request-fields.tsx";

/** Routes whose answers contain the device. */
const changedWith = [
  "showDevice",
  "listDevices",
  "countDevices",
  "listSensors",
  "listDeviceGroups",
  "showApplicableChain",
  "showTemplateDifferences",
] as const;

/** The fields of a device that are saved together. */
export function DeviceForm({
  device,
  first,
}: {
  readonly device: Device;
  readonly first: Versioned<DeviceFields>;
}) {
  const mayEdit = useMay("editor");
  const chains = useChainChoices(device.chain);
  const edit = useVersionedEdit<DeviceFields>({
    first,
    words: fieldWords,
    load: () => loadDeviceFields(device.uuid),
    save: (changes, etag, all) =>
      call("updateDevice", { params: { device: device.uuid }, body: bodyOf(changes, all), ifMatch: etag }),
    refreshes: changedWith,
  });
  const { question } = useUnsaved(edit.changedWords);
  const { values, set } = edit;
  const nameHint = useNamesakeHint(values.name, { isAsked: mayEdit, self: device.uuid });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    edit.save();
  };
  return (
    <form onSubmit={submit}>
      {question}
      <fieldset disabled={!mayEdit} className="flex flex-col gap-4">
        {!mayEdit && <Note>Only editors and owners can change these settings.</Note>}
        <Card title="Device">
          <div className="flex max-w-xl flex-col gap-4">
            <TextField label="Name" required maxLength={200} hint={nameHint} {...edit.text("name")} />
            <TextAreaField label="Description" isOptional maxLength={2000} {...edit.text("description")} />
            <GroupField group={values.group} onChange={(group) => set({ group })} />
            <ChainField
              device={device}
              choices={chains}
              chain={values.chain}
              onChange={(chain) => set({ chain })}
            />
            <CheckboxField
              label="Enabled"
              hint="Requests from a disabled device are refused with 401, as if the token were wrong."
              {...edit.checkbox("enabled")}
            />
          </div>
        </Card>
        <NotesCard form={edit} />
        <DeviceExpectationCard device={device} fields={values} onChange={set} />
        <RequestFields form={edit} />
        <TheirChanges edit={edit} names={[...chains, ...attributeNames(edit.theirs)]} />
        <FormError error={edit.error} />
        {mayEdit && <SaveBar unsaved={edit.changedWords} isBusy={edit.isSaving} onDiscard={edit.reset} />}
      </fieldset>
    </form>
  );
}

/** The changes as the API takes them. */
function bodyOf(changes: Partial<DeviceFields>, all: DeviceFields) {
  const { tags, attributes, latitude, longitude, location_label, notes, ...others } = changes;
  return { ...others, ...noteChanges({ tags, attributes, latitude, longitude, location_label, notes }, all) };
}

function GroupField({
  group,
  onChange,
}: {
  readonly group: string | null;
  readonly onChange: (group: string | null) => void;
}) {
  const groups = useCall("listDeviceGroups", { query: { limit: 1000 } }).data?.items ?? [];
  const names = groups.map(({ name }) => name);
  if (group !== null && !names.includes(group)) names.unshift(group);
  return (
    <SelectField
      label="Group"
      value={group ?? ""}
      choices={[{ value: "", label: "None" }, ...names.map((name) => ({ value: name, label: name }))]}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}

function ChainField({
  device,
  choices,
  chain,
  onChange,
}: {
  readonly device: Device;
  readonly choices: readonly Choice[];
  readonly chain: string | null;
  readonly onChange: (chain: string | null) => void;
}) {
  const { through, name, warnings } = device.applicable_chain;

  return (
    <SelectField
      label="Rule chain"
      value={chain ?? ""}
      hint={
        warnings.length > 0
          ? `The chain in use: ${adviceText(warnings)}`
          : "Decides what happens to accepted readings. Sensors can have their own."
      }
      choices={[inheritChoice(through === "device" ? undefined : name), ...choices]}
      onChange={(event) => onChange(event.target.value === "" ? null : event.target.value)}
    />
  );
}
