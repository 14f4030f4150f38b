import { useCall } from "../../api/queries.ts";
import { DevicePicker } from "../../ui/device-picker.tsx";
import { FilterSelect } from "../../ui/field.tsx";
import type { BoardVariable, Picked } from "./model/board.ts";

const groupsMax = 1000;

/** Picks the device or group that the board shows. */
export function VariablePicker({
  variable: { kind, within },
  picked,
  onPick,
}: {
  readonly variable: Pick<BoardVariable, "kind" | "within">;
  readonly picked: Picked;
  readonly onPick: (name: string | undefined) => void;
}) {
  if (kind === "group") {
    return <GroupPicker group={picked?.kind === "group" ? picked.group : undefined} onPick={onPick} />;
  }
  return (
    <DevicePicker
      device={picked?.kind === "device" ? picked.device : undefined}
      none="Choose a device"
      query={within === null ? undefined : { [within.kind]: within.name }}
      onChoose={onPick}
      className="w-60 max-md:w-full"
    />
  );
}

function GroupPicker({
  group,
  onPick,
}: {
  readonly group: string | undefined;
  readonly onPick: (name: string | undefined) => void;
}) {
  const { data } = useCall("listDeviceGroups", { query: { limit: groupsMax } });
  const names = (data?.items ?? []).map(({ name }) => name);
  // A group that was deleted stays visible until another one is picked.
  const all = group === undefined || names.includes(group) ? names : [group, ...names];
  return (
    <FilterSelect
      label="Group"
      className="w-60!"
      value={group ?? ""}
      choices={[{ value: "", label: "Choose a group" }, ...all.map((name) => ({ value: name, label: name }))]}
      onChoose={(name) => onPick(name === "" ? undefined : name)}
    />
  );
}
