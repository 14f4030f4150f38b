import { boardSpans } from "@weir/protocol/closed-sets";
import { plural } from "../../../format/number.ts";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { useFields } from "../../../ui/use-fields.ts";
import {
  type BoardDefinition,
  type BoardSpan,
  type BoardVariable,
  type BoardVariableKind,
  pickedOf,
  spanWords,
  type TileDevices,
} from "../model/board.ts";
import { tilesAgainst } from "../model/variable-uses.ts";
import { VariablePicker } from "../variable-picker.tsx";
import { DevicesField } from "./devices-field.tsx";
import { areComplete } from "./tile-draft.ts";

interface Settings {
  /** Null without a picker. */
  readonly kind: BoardVariableKind | null;
  readonly usual: string | null;
  readonly among: TileDevices;
  readonly span: BoardSpan;
}

function settingsOf({ variable, span }: BoardDefinition): Settings {
  return {
    kind: variable?.kind ?? null,
    usual: variable?.default ?? null,
    among: devicesWithin(variable?.within ?? null),
    span,
  };
}

/** The picker of a board and its usual time range. */
export function BoardSettingsDialog({
  definition,
  onChange,
  onClose,
}: {
  readonly definition: BoardDefinition;
  readonly onChange: (definition: BoardDefinition) => void;
  readonly onClose: () => void;
}) {
  const form = useFields<Settings>(() => settingsOf(definition));
  const { kind, usual, span, among } = form.values;
  const against = tilesAgainst(definition.tiles, kind);
  const within = kind === "device" ? withinOf(among) : null;
  return (
    <FormDialog
      title="Board settings"
      submit="Apply"
      isBusy={false}
      isComplete={against === 0 && areComplete(among)}
      onSubmit={() => {
        onChange({ ...definition, span, variable: kind && { kind, default: usual, within } });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label="Variable"
        value={kind ?? ""}
        choices={[
          { value: "", label: "None" },
          { value: "device", label: "Device" },
          { value: "group", label: "Group" },
        ]}
        hint="Lets one board serve many similar devices or groups. Whoever views the board chooses one, and tiles can show it."
        error={
          against > 0
            ? `${plural(against, "tile uses", "tiles use")} the current variable. Change or delete ${against === 1 ? "it" : "them"} first.`
            : undefined
        }
        onChange={({ target: { value } }) =>
          form.set({ kind: value === "" ? null : (value as BoardVariableKind), usual: null })
        }
      />
      {kind === "device" && (
        <DevicesField
          label="Choose from"
          devices={among}
          variable={null}
          hasCertain={false}
          onChange={(devices) => form.set({ among: devices })}
        />
      )}
      {kind !== null && (
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-sm font-medium">
            Shown when the board opens
          </span>
          <VariablePicker
            variable={{ kind, within }}
            picked={pickedOf(kind, usual)}
            onPick={(name) => form.set({ usual: name ?? null })}
          />
        </div>
      )}
      <SelectField
        label="Default time range"
        choices={boardSpans.map((one) => ({ value: one, label: `Last ${spanWords[one]}` }))}
        {...form.text("span")}
      />
    </FormDialog>
  );
}

/** The devices of which the picker picks one, as the field has them. */
function devicesWithin(within: BoardVariable["within"]): TileDevices {
  if (within === null) return { kind: "all" };
  return within.kind === "group" ? { kind: "group", group: within.name } : { kind: "tag", tag: within.name };
}

function withinOf(devices: TileDevices): BoardVariable["within"] {
  if (devices.kind === "group") return { kind: "group", name: devices.group };
  return devices.kind === "tag" ? { kind: "tag", name: devices.tag } : null;
}
