import { type ReactNode, useState } from "react";
import { plural } from "../format/number.ts";

export interface Selection<Id> {
  readonly ids: readonly Id[];
  readonly has: (id: Id) => boolean;
  readonly toggle: (id: Id) => void;
  readonly isAll: boolean;
  readonly toggleAll: () => void;
  readonly clear: () => void;
}

/** Which of the rows that are shown are chosen. One that is no longer shown is not chosen any more. */
export function useSelection<Id>(shown: readonly Id[]): Selection<Id> {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const ids = shown.filter((id) => chosen.has(id));
  const isAll = shown.length > 0 && ids.length === shown.length;
  return {
    ids,
    isAll,
    has: (id) => chosen.has(id),
    toggle: (id) =>
      setChosen(chosen.has(id) ? new Set(ids.filter((other) => other !== id)) : new Set([...ids, id])),
    toggleAll: () => setChosen(new Set(isAll ? [] : shown)),
    clear: () => setChosen(new Set()),
  };
}

export function SelectBox({
  label,
  isOn,
  onToggle,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly onToggle: () => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isOn}
      onChange={onToggle}
      className="block size-4 accent-(--accent)"
    />
  );
}

/** What can be done with the chosen ones, above the list. Nothing is shown while none is. */
export function SelectionBar<Id>({
  selection,
  what,
  children,
}: {
  readonly selection: Selection<Id>;
  /** What is counted, such as "reading". */
  readonly what: string;
  readonly children: ReactNode;
}) {
  if (selection.ids.length === 0) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line bg-accent-soft px-4 py-1.5 text-sm">
      <span role="status" className="mr-auto font-medium">
        {plural(selection.ids.length, what)} chosen
      </span>
      {children}
    </div>
  );
}
