import { useState } from "react";
import { useChange } from "../../api/change.ts";
import { call } from "../../api/client.ts";
import { fieldMessage } from "../../api/problem.ts";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";
import { SelectField, TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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
  const [name, setName] = useState(known?.name ?? "");
  const [chain, setChain] = useState(known?.chain?.uuid ?? "");
  const [expectedIntervalS, setExpectedIntervalS] = useState(known?.expected_interval_s ?? null);
  const [silenceAlarm, setSilenceAlarm] = useState(known?.silence_alarm ?? null);
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
  const error = create.error ?? update.error;
  const published = (chains.data?.items ?? []).filter(({ live }) => live !== null);
  const choices = [
    { value: "", label: "Account default" },
    ...published.map((candidate) => ({ value: candidate.uuid, label: candidate.name })),
  ];
  const save = () => {
    const body = {
      name,
      chain: chain === "" ? null : chain,
      expected_interval_s: expectedIntervalS,
      silence_alarm: silenceAlarm,
    };
    if (known === null) create.mutate({ body });
    else update.mutate({ params: { group: known.name }, body });
  };
  return (
    <FormDialog
      title={known === null ? "New group" : "Edit group"}
      submit={known === null ? "Create group" : "Save"}
      isBusy={create.isPending || update.isPending}
      error={error}
      fields={["name", "chain"]}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        required
        maxLength={200}
        value={name}
        error={fieldMessage(error, "name")}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label="Rule chain"
        hint="Applies to devices in the group that have no chain of their own."
        choices={choices}
        value={chain}
        error={fieldMessage(error, "chain")}
        onChange={(event) => setChain(event.target.value)}
      />
      <IntervalField
        intervalS={expectedIntervalS}
        automatic="Automatic"
        hint="How often its devices send, unless one has its own interval. Automatic uses the account’s interval, or learns it for each device. A device is offline after three intervals without a request."
        onChange={setExpectedIntervalS}
      />
      <SilenceAlarmField alarm={silenceAlarm} inherited="Account default" onChange={setSilenceAlarm} />
    </FormDialog>
  );
}
