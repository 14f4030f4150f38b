import { Command } from "cmdk";
import type { ReactNode } from "react";

export function PaletteGroup({
  heading,
  children,
}: {
  readonly heading: string;
  readonly children: ReactNode;
}) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-muted"
    >
      {children}
    </Command.Group>
  );
}

/** One line of the palette. Matches by name come first, then matches by further words or the id. */
export function PaletteItem({
  name,
  id = "",
  words = [],
  icon,
  hint,
  onSelect,
  children,
}: {
  readonly name: string;
  /** Distinguishes the item from others with the same name. */
  readonly id?: string;
  readonly words?: readonly string[];
  readonly icon?: ReactNode;
  /** The keyboard shortcut for the same action. */
  readonly hint?: string;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Command.Item
      value={`${name} ${id}`}
      keywords={[name, ...words, id]}
      onSelect={onSelect}
      className="flex h-9 items-center gap-2.5 rounded-md px-2.5 text-sm data-[selected=true]:bg-hover max-md:h-11"
    >
      <span className="flex w-4 justify-center text-muted">{icon}</span>
      <span className="flex-1 truncate">{children}</span>
      {hint !== undefined && <kbd className="font-mono text-xs text-faint max-md:hidden">{hint}</kbd>}
    </Command.Item>
  );
}
