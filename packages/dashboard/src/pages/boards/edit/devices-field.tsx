import { useCall } from "../../../api/queries.ts";
import { SelectField } from "../../../ui/field.tsx";
import type { BoardVariable, TileDevices } from "../model/board.ts";

const groupsMax = 1000;

/** Chooses which devices a tile shows: all, those of a group, or what is picked on the board. */
export function DevicesField({
  devices,
  variable,
  onChange,
}: {
  readonly devices: TileDevices;
  readonly variable: BoardVariable | null;
  readonly onChange: (devices: TileDevices) => void;
}) {
  const { data } = useCall("listDeviceGroups", { query: { limit: groupsMax } });
  const groups = (data?.items ?? []).map(({ name }) => name);
  const known =
    devices.kind !== "group" || groups.includes(devices.group) ? groups : [devices.group, ...groups];
  const choices = [
    { value: "all", label: "All devices" },
    ...(variable === null ? [] : [{ value: "variable", label: `The picked ${variable.kind}` }]),
    ...(devices.kind === "devices" ? [{ value: "devices", label: "Certain devices" }] : []),
    ...known.map((name) => ({ value: `group ${name}`, label: `Group ${name}` })),
  ];
  const choose = (value: string) => {
    if (value === "devices") return;
    if (value === "all" || value === "variable") onChange({ kind: value });
    else onChange({ kind: "group", group: value.slice("group ".length) });
  };
  return (
    <SelectField
      label="Devices"
      value={devices.kind === "group" ? `group ${devices.group}` : devices.kind}
      choices={choices}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
