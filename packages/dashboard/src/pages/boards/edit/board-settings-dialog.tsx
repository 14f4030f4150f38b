import { boardSpans } from "@weir/protocol/closed-sets";
import { useState } from "react";
import { plural } from "../../../format/number.ts";
import { SelectField } from "../../../ui/field.tsx";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import {
  type BoardDefinition,
  type BoardSpan,
  type BoardVariableKind,
  type Picked,
  spanWords,
} from "../model/board.ts";
import { tilesAgainst } from "../model/variable-uses.ts";
import { VariablePicker } from "../variable-picker.tsx";

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
  const [kind, setKind] = useState<BoardVariableKind | null>(definition.variable?.kind ?? null);
  const [usual, setUsual] = useState(definition.variable?.default ?? null);
  const [span, setSpan] = useState<BoardSpan>(definition.span);
  const against = tilesAgainst(definition.tiles, kind);
  const picked: Picked =
    usual === null
      ? null
      : kind === "group"
        ? { kind: "group", group: usual }
        : { kind: "device", device: usual };
  return (
    <FormDialog
      title="Board settings"
      submit="Apply"
      isBusy={false}
      isComplete={against === 0}
      onSubmit={() => {
        onChange({ ...definition, span, variable: kind === null ? null : { kind, default: usual } });
        onClose();
      }}
      onClose={onClose}
    >
      <SelectField
        label="Picker"
        value={kind ?? ""}
        choices={[
          { value: "", label: "None" },
          { value: "device", label: "Pick a device" },
          { value: "group", label: "Pick a group" },
        ]}
        hint="With a picker, one board serves many similar devices or groups. Tiles can show what is picked."
        error={
          against > 0
            ? `${plural(against, "tile uses", "tiles use")} the current picker. Change or delete ${against === 1 ? "it" : "them"} first.`
            : undefined
        }
        onChange={(event) => {
          setKind(event.target.value === "" ? null : (event.target.value as BoardVariableKind));
          setUsual(null);
        }}
      />
      {kind !== null && (
        <div className="flex flex-col gap-1">
          <span aria-hidden className="text-sm font-medium">
            Picked when the board opens
          </span>
          <VariablePicker kind={kind} picked={picked} onPick={(name) => setUsual(name ?? null)} />
        </div>
      )}
      <SelectField
        label="Time range when the board opens"
        value={span}
        choices={boardSpans.map((one) => ({ value: one, label: `Last ${spanWords[one]}` }))}
        onChange={(event) => setSpan(event.target.value as BoardSpan)}
      />
    </FormDialog>
  );
}
