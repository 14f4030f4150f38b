import { Menu as Base } from "@base-ui/react/menu";
import { type ReactElement, type ReactNode, useEffect, useRef } from "react";
import { cx } from "../class-names.ts";

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the list stays open, for actions that people repeat. */
  readonly staysOpen?: boolean;
}

export interface MenuProps {
  /** The button. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly (MenuEntry | "line")[];
  readonly side?: "top" | "bottom" | "right";
  /** Above the entries. */
  readonly children?: ReactNode;
}

/** A menu whose button was used before the list was loaded. */
export interface OpenedMenuProps extends MenuProps {
  /** Whether the button was used with a key. The first entry is marked then. */
  readonly isByKey: boolean;
  readonly onClose: () => void;
}

/** The button with its list, which is open at first. */
export function MenuList({ trigger, entries, side = "bottom", children, isByKey }: OpenedMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  // The library marks the first entry only if it handled the key itself, so the key's click is repeated.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it was opened only once, before this was loaded.
  useEffect(() => {
    button.current?.focus();
    if (isByKey) button.current?.click();
  }, []);
  return (
    <Base.Root defaultOpen={!isByKey}>
      <Base.Trigger ref={button} render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="max-h-(--available-height) min-w-44 overflow-y-auto rounded-md border border-line bg-raised p-1 text-sm shadow-(--shadow) outline-none">
            {children}
            {entries.map((entry, place) =>
              entry === "line" ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: separators have no other key.
                <Base.Separator key={place} className="my-1 h-px bg-line" />
              ) : (
                <Base.Item
                  key={entry.label}
                  disabled={entry.isDisabled ?? false}
                  onClick={entry.onSelect}
                  closeOnClick={entry.staysOpen !== true}
                  className={cx(
                    "flex h-8 items-center gap-2 rounded-sm px-2 outline-none select-none data-disabled:opacity-50",
                    entry.isDangerous ? "text-bad data-highlighted:bg-bad-soft" : "data-highlighted:bg-hover",
                  )}
                >
                  {entry.icon}
                  {entry.label}
                </Base.Item>
              ),
            )}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
