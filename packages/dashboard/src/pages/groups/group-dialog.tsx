import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { SelectField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { inheritChoice, inheritLabel } from "../../ui/inherit-choice.ts";
import { NameField } from "../../ui/name-field.tsx";
import { useFields } from "../../ui/use-fields.ts";
import { IntervalField } from "../expectation/interval-field.tsx";
import { SilenceAlarmField } from "../expectation/silence-alarm-field.tsx";

export type Group = CallAnswer<"listDeviceGroups">["items"][number];

/** Routes whose answers contain groups or depend on their settings. */
export const groupsAndTheirUse = [
  "listDeviceGroups",
  "listDevices",
  "countDevices",
  "showDevice",
  "listChains",
  "listAudit",
] as const;

/** All fields of a group as the API takes them, enough to create it again. */
export function groupFields({ name, chain, expected_interval_s, silence_alarm }: Group) {
  return { name, chain: chain?.uuid ?? null, expected_interval_s, silence_alarm };
}

export function GroupDialog({
  group,
  onClose,
}: {
  readonly group: Group | "new";
  readonly onClose: () => void;
}) {
  const known = group === "new" ? null : group;
  const chains = useCall("listChains", { query: { limit: 1000 } });
  const done = { quiet: true, refreshes: groupsAndTheirUse, onDone: onClose };
  const create = useChange("createDeviceGroup", {
    ...done,
    said: "Group created. Move devices into it from the device list.",
  });
  const update = useChange("updateDeviceGroup", {
    ...done,
    said: "Group saved.",
    undo: (saved) =>
      known && (() => call("updateDeviceGroup", { params: { group: saved.name }, body: groupFields(known) })),
  });
  const form = useFields(
    () => ({
      name: known?.name ?? "",
      chain: known?.chain?.uuid ?? "",
      expected_interval_s: known?.expected_interval_s ?? null,
      silence_alarm: known?.silence_alarm ?? null,
    }),
    create,
    update,
  );
  const published = (chains.data?.items ?? []).filter(({ live }) => live !== null);
  const choices = [
    inheritChoice(),
    ...published.map((candidate) => ({ value: candidate.uuid, label: candidate.name })),
  ];
  const save = () => {
    const { chain, ...others } = form.values;
    const body = { ...others, chain: chain === "" ? null : chain };
    if (known === null) create.mutate({ body });
    else update.mutate({ params: { group: known.name }, body });
  };
  return (
    <FormDialog
      title={known === null ? "New group" : "Edit group"}
      submit={known === null ? "Create group" : "Save"}
      {...form.saving}
      onSubmit={save}
      onClose={onClose}
    >
      <NameField required {...form.text("name")} />
      <SelectField
        label="Rule chain"
        hint="Applies to devices in the group that have no chain of their own."
        choices={choices}
        {...form.text("chain")}
      />
      <IntervalField
        intervalS={form.values.expected_interval_s}
        automatic="Automatic"
        hint="How often its devices send, unless one has its own interval. Automatic uses the account’s interval, or learns it for each device. A device is offline after three intervals without a request."
        onChange={(expected_interval_s) => form.set({ expected_interval_s })}
      />
      <SilenceAlarmField
        alarm={form.values.silence_alarm}
        inherited={inheritLabel()}
        onChange={(silence_alarm) => form.set({ silence_alarm })}
      />
    </FormDialog>
  );
}
