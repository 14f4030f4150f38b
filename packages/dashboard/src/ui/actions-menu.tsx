import { Ellipsis } from "lucide-react";
import type { ComponentProps } from "react";
import { IconButton } from "./button.tsx";
import { Menu } from "./menu.tsx";

/** The button with three dots that opens the actions on one thing. */
export function ActionsMenu({
  of,
  entries,
}: {
  /** The name of the thing. */
  readonly of: string;
  readonly entries: ComponentProps<typeof Menu>["entries"];
}) {
  return (
    <Menu
      entries={entries}
      trigger={
        <IconButton label={`Actions for ${of}`} data-row-action="actions">
          <Ellipsis size={16} aria-hidden />
        </IconButton>
      }
    />
  );
}
