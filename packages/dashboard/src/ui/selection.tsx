import { X } from "lucide-react";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { plural } from "../format/number.ts";
import { IconButton } from "./button.tsx";

export interface Selection<Id, Item = Id> {
  readonly items: readonly Item[];
  readonly ids: readonly Id[];
  readonly has: (id: Id) => boolean;
  /** With `isRange`, also applies to everything between this item and the last one. The function keeps its identity. */
  readonly toggle: (id: Id, isRange?: boolean) => void;
  /** Whether all shown items are selected, and perhaps more. */
  readonly isAll: boolean;
  readonly toggleAll: () => void;
  /** Selects these items, including those that are not shown. */
  readonly choose: (items: readonly Item[]) => void;
  readonly clear: () => void;
}

interface Chosen<Id, Item> {
  /** The items as they were when they were selected. */
  readonly byId: ReadonlyMap<Id, Item>;
  /** Whether items that are not shown count, too. */
  readonly isBeyondShown: boolean;
}

const none: Chosen<never, never> = { byId: new Map<never, never>(), isBeyondShown: false };

/**
 * The selected rows of a list. A row that is no longer shown is no longer selected, unless it was selected without
 * being shown.
 */
export function useSelection<Id>(shown: readonly Id[]): Selection<Id>;
export function useSelection<Id, Item>(shown: readonly Item[], idOf: (item: Item) => Id): Selection<Id, Item>;
export function useSelection<Id, Item>(
  shown: readonly Item[],
  idOf: (item: Item) => Id = (item) => item as unknown as Id,
): Selection<Id, Item> {
  const [{ byId, isBeyondShown }, setChosen] = useState<Chosen<Id, Item>>(none);
  const latest = useRef({ shown, idOf });
  latest.current = { shown, idOf };
  const touched = useRef<Id | null>(null);

  const toggle = useCallback((id: Id, isRange = false) => {
    const ids = latest.current.shown.map(latest.current.idOf);
    const to = ids.indexOf(id);
    const from = isRange && touched.current !== null ? ids.indexOf(touched.current) : to;
    touched.current = id;
    const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
    const range = latest.current.shown.slice(first, last + 1);
    setChosen((before) => {
      const after = new Map(before.byId);
      const isOn = !before.byId.has(id);
      for (const item of range) {
        if (isOn) after.set(latest.current.idOf(item), item);
        else after.delete(latest.current.idOf(item));
      }
      return { ...before, byId: after };
    });
  }, []);
  const choose = useCallback((items: readonly Item[]) => {
    setChosen({
      byId: new Map(items.map((item) => [latest.current.idOf(item), item])),
      isBeyondShown: true,
    });
  }, []);
  const clear = useCallback(() => setChosen(none), []);

  const chosenOfShown = shown.filter((item) => byId.has(idOf(item)));
  const items = isBeyondShown ? [...byId.values()] : chosenOfShown;
  const isAll = shown.length > 0 && chosenOfShown.length === shown.length;
  const toggleAll = () =>
    isAll
      ? clear()
      : setChosen({ byId: new Map(shown.map((item) => [idOf(item), item])), isBeyondShown: false });
  return { items, ids: items.map(idOf), has: (id) => byId.has(id), toggle, isAll, toggleAll, choose, clear };
}

export function SelectBox({
  label,
  isOn,
  isPartly = false,
  onToggle,
}: {
  readonly label: string;
  readonly isOn: boolean;
  /** Whether some of the items are selected. */
  readonly isPartly?: boolean;
  /** `isRange` if the Shift key is held. */
  readonly onToggle: (isRange: boolean) => void;
}) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      data-row-action="choose"
      checked={isOn}
      ref={(box) => {
        if (box !== null) box.indeterminate = isPartly && !isOn;
      }}
      onChange={({ nativeEvent }) => onToggle((nativeEvent as MouseEvent).shiftKey === true)}
      className="block size-4 accent-(--accent) max-md:size-6"
    />
  );
}

/**
 * The actions on the selected items. Hidden while nothing is selected. The bar floats at the bottom of the page, so
 * that no row moves when it appears and it is visible from anywhere in the list.
 */
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
    <div className="pointer-events-none fixed inset-x-2 bottom-4 z-20 flex justify-center rail:left-54 max-rail:bottom-16">
      <section
        aria-label={`Selected ${what}s`}
        className="pointer-events-auto flex flex-wrap items-center gap-2 rounded-lg border border-line-strong bg-raised p-1.5 pl-3 text-sm shadow-(--shadow)"
      >
        <span role="status" className="mr-2 font-medium whitespace-nowrap max-md:grow">
          {plural(selection.ids.length, what)} selected
        </span>
        <div className="flex flex-wrap items-center gap-2 max-md:order-last max-md:basis-full">
          {children}
        </div>
        <IconButton label="Clear selection" className="size-7" onClick={selection.clear}>
          <X size={15} aria-hidden />
        </IconButton>
      </section>
    </div>
  );
}
