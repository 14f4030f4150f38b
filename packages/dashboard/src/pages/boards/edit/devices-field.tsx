import { tileDevicesMax } from "@weir/protocol/manage/board-limits";
import { X } from "lucide-react";
import { useCall } from "../../../api/queries.ts";
import { IconButton } from "../../../ui/button.tsx";
import { DevicePicker } from "../../../ui/device-picker.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { useBoardData } from "../data/board-data.ts";
import type { BoardVariable, TileDevices } from "../model/board.ts";

const groupsMax = 1000;
const tagLengthMax = 40;

/** Chooses which devices a tile shows: all, those of a group or with a tag, certain ones, or what is picked on the board. */
export function DevicesField({
  label = "Devices",
  devices,
  variable,
  hasCertain = true,
  onChange,
}: {
  readonly label?: string;
  readonly devices: TileDevices;
  readonly variable: BoardVariable | null;
  /** Whether certain devices can be chosen one by one. */
  readonly hasCertain?: boolean;
  readonly onChange: (devices: TileDevices) => void;
}) {
  const { data } = useCall("listDeviceGroups", { query: { limit: groupsMax } });
  const groups = (data?.items ?? []).map(({ name }) => name);
  const known =
    devices.kind !== "group" || groups.includes(devices.group) ? groups : [devices.group, ...groups];
  const choices = [
    { value: "all", label: "All devices" },
    ...(variable === null ? [] : [{ value: "variable", label: `The board’s ${variable.kind}` }]),
    ...(hasCertain ? [{ value: "devices", label: "Specific devices" }] : []),
    { value: "tag", label: "Devices with a tag" },
    ...known.map((name) => ({ value: `group ${name}`, label: `Group ${name}` })),
  ];
  const choose = (value: string) => {
    if (value === "devices") onChange({ kind: value, devices: [] });
    else if (value === "tag") onChange({ kind: value, tag: "" });
    else if (value === "all" || value === "variable") onChange({ kind: value });
    else onChange({ kind: "group", group: value.slice("group ".length) });
  };
  return (
    <>
      <SelectField
        label={label}
        value={devices.kind === "group" ? `group ${devices.group}` : devices.kind}
        choices={choices}
        onChange={(event) => choose(event.target.value)}
      />
      {devices.kind === "tag" && (
        <TextField
          label="Tag"
          required
          autoComplete="off"
          maxLength={tagLengthMax}
          value={devices.tag}
          onChange={(event) => onChange({ kind: "tag", tag: event.target.value.trim().toLowerCase() })}
        />
      )}
      {devices.kind === "devices" && (
        <CertainDevices
          uuids={devices.devices}
          onChange={(uuids) => onChange({ kind: "devices", devices: [...uuids] })}
        />
      )}
    </>
  );
}

function CertainDevices({
  uuids,
  onChange,
}: {
  readonly uuids: readonly string[];
  readonly onChange: (uuids: readonly string[]) => void;
}) {
  const query = { devices: uuids.join(","), limit: tileDevicesMax };
  const { data } = useCall("listDevices", { query }, { enabled: uuids.length > 0, keep: true });
  const { deviceOf } = useBoardData();
  const nameOf = (uuid: string) => {
    const known = deviceOf(uuid);
    return (
      data?.items.find((device) => device.uuid === uuid)?.name ??
      (typeof known === "string" ? "…" : known.name)
    );
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Specific devices</legend>
      {uuids.length > 0 && (
        <ul aria-label="Chosen devices" className="flex flex-col text-sm">
          {uuids.map((uuid) => (
            <li key={uuid} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 wrap-anywhere">{nameOf(uuid)}</span>
              <IconButton
                label={`Remove ${nameOf(uuid)}`}
                onClick={() => onChange(uuids.filter((other) => other !== uuid))}
              >
                <X size={15} aria-hidden />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {uuids.length < tileDevicesMax && (
        // Starts over after each choice, so that the next device can be typed at once.
        <DevicePicker
          key={uuids.length}
          device={undefined}
          none="Add a device"
          onChoose={(uuid) => {
            if (uuid !== undefined && !uuids.includes(uuid)) onChange([...uuids, uuid]);
          }}
        />
      )}
    </fieldset>
  );
}
