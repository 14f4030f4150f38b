import { Combobox } from "@base-ui/react/combobox";
import type { ReactNode } from "react";
import { cx } from "./class-names.ts";

/** The small button at the end of a combobox's input. */
export const comboboxButtonClass =
  "absolute top-1 right-1 inline-flex size-6 items-center justify-center rounded-sm text-muted hover:text-text";

/** The choices of a combobox, below its input. */
export function ComboboxList<Item>({
  keyOf,
  show,
  empty,
  className,
}: {
  readonly keyOf: (item: Item) => string | null;
  readonly show: (item: Item) => ReactNode;
  /** Shown if nothing matches. */
  readonly empty: string;
  readonly className?: string;
}) {
  return (
    <Combobox.Portal>
      <Combobox.Positioner sideOffset={4} align="start" className="z-50 outline-none">
        <Combobox.Popup
          className={cx(
            "max-h-[min(18rem,var(--available-height))] w-(--anchor-width) overflow-y-auto rounded-md border border-line bg-raised p-1 text-sm shadow-(--shadow)",
            className,
          )}
        >
          <Combobox.Empty className="px-2 py-1.5 text-muted empty:hidden">{empty}</Combobox.Empty>
          <Combobox.List>
            {(item: Item) => (
              <Combobox.Item
                key={keyOf(item)}
                value={item}
                className="flex min-h-8 items-center rounded-sm px-2 outline-none select-none data-highlighted:bg-hover data-selected:font-medium"
              >
                {show(item)}
              </Combobox.Item>
            )}
          </Combobox.List>
        </Combobox.Popup>
      </Combobox.Positioner>
    </Combobox.Portal>
  );
}
