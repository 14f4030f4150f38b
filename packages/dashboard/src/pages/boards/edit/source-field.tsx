import { useCall } from "../../../api/queries.ts";
import { DeviceField } from "../../../ui/device-picker.tsx";
import { SelectField } from "../../../ui/field.tsx";
import { useBoardData } from "../data/board-data.ts";
import type { TileSource } from "../model/board.ts";

/** A sensor that is being chosen. The device is undefined until one is chosen, and null for the board's device. */
export interface SourceDraft {
  readonly device: string | null | undefined;
  readonly sensor: string;
}

/** As many as fit into one answer. Nobody chooses from a longer list. */
export const sensorsMax = 1000;

/** Whether the source is complete. */
export function isChosen(source: SourceDraft): source is TileSource {
  return source.device !== undefined && source.sensor !== "";
}

/** Chooses a sensor: of the board's device, or of a certain device. */
export function SourceField({
  source: { device, sensor },
  hasVariable,
  onChange,
}: {
  readonly source: SourceDraft;
  /** Whether the board has a device picker. */
  readonly hasVariable: boolean;
  readonly onChange: (source: SourceDraft) => void;
}) {
  const { picked } = useBoardData();
  const isVariable = device === null;
  const shown = isVariable ? (picked?.kind === "device" ? picked.device : undefined) : device;
  const { data, isPending } = useCall(
    "listSensors",
    { params: { device: shown ?? "" }, query: { limit: sensorsMax } },
    { enabled: shown !== undefined },
  );
  // A source of the board's device names the slug, which similar devices share. Others keep their sensor if its slug
  // changes.
  const known = (data?.items ?? []).map(({ uuid, slug, name }) => ({
    value: isVariable ? slug : uuid,
    label: name,
    names: [slug, uuid],
  }));
  const chosen = known.find(({ names }) => names.includes(sensor))?.value ?? sensor;
  const isUnknown = chosen !== "" && !known.some(({ value }) => value === chosen);
  const hint =
    shown === undefined ? (isVariable ? "Choose a device on the board first." : undefined) : undefined;
  return (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,12rem),1fr))] gap-3">
      {hasVariable && (
        <SelectField
          label="Shows"
          className={isVariable ? undefined : "col-span-full"}
          value={isVariable ? "variable" : "fixed"}
          choices={[
            { value: "variable", label: "The board’s device" },
            { value: "fixed", label: "A specific device" },
          ]}
          onChange={(event) =>
            onChange({ device: event.target.value === "variable" ? null : undefined, sensor: "" })
          }
        />
      )}
      {!isVariable && (
        <DeviceField device={device} onChoose={(uuid) => onChange({ device: uuid, sensor: "" })} />
      )}
      <SelectField
        label="Sensor"
        hint={hint}
        disabled={shown === undefined}
        value={chosen}
        choices={[
          { value: "", label: shown !== undefined && isPending ? "Loading…" : "Choose a sensor" },
          ...(isUnknown && !isPending ? [{ value: chosen, label: chosen }] : []),
          ...known,
        ]}
        onChange={(event) => onChange({ device, sensor: event.target.value })}
      />
    </div>
  );
}
