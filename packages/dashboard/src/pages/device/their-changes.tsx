import { Button } from "../../ui/button.tsx";
import type { Choice } from "../../ui/field.tsx";
import type { VersionedEdit } from "./versioned-edit.ts";

/** Shows what was changed elsewhere while this form was open, and lets the person decide. */
export function TheirChanges<Fields extends object>({
  edit,
  names = [],
}: {
  readonly edit: VersionedEdit<Fields>;
  /** Display names of values that are identifiers. */
  readonly names?: readonly Choice[];
}) {
  const { theirs, takeTheirs, keepMine, isSaving } = edit;
  if (theirs === null) return null;
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md bg-warn-soft px-3 py-2.5 text-sm text-warn">
      <p className="font-medium">
        This was changed after you opened it. Your changes aren’t saved yet, but they’re still here.
      </p>
      <ul className="flex flex-col gap-0.5">
        {theirs.map(({ field, before, now }) => (
          <li key={field}>
            Changed {field}: {textOf(before, names)} → <strong>{textOf(now, names)}</strong>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="small" onClick={takeTheirs}>
          Discard my changes
        </Button>
        <Button size="small" isBusy={isSaving} onClick={keepMine}>
          Save my changes anyway
        </Button>
      </div>
    </div>
  );
}

function textOf(value: unknown, names: readonly Choice[]): string {
  if (value === null || value === "") return "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  return `“${names.find((name) => name.value === value)?.label ?? String(value)}”`;
}
