import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";
import { cx } from "./class-names.ts";

export interface MenuEntry {
  readonly label: string;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly isDangerous?: boolean;
  readonly isDisabled?: boolean;
  /** Whether the list stays open, for actions that people repeat. */
  readonly staysOpen?: boolean;
}

/** A button that opens a short list of actions. */
export function Menu({
  trigger,
  entries,
  side = "bottom",
  children,
}: {
  /** The button. */
  readonly trigger: ReactElement<Record<string, unknown>>;
  readonly entries: readonly (MenuEntry | "line")[];
  readonly side?: "top" | "bottom" | "right";
  /** Above the entries. */
  readonly children?: ReactNode;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner side={side} align="end" sideOffset={4} className="z-50 outline-none">
          <Base.Popup className="min-w-44 rounded-md border border-line bg-raised p-1 text-sm shadow-(--shadow) outline-none">
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
