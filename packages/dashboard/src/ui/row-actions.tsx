import { Ellipsis } from "lucide-react";
import { Button, IconButton } from "./button.tsx";
import { CardTd } from "./card-table.tsx";
import { Menu, type MenuEntry } from "./menu.tsx";

/** Above the column of them. */
export const actionsHead = [
  "actions",
  <span key="actions" className="sr-only">
    Actions
  </span>,
] as const;

/** The cell of what can be done with a row: side by side where there is room, behind one button on a phone. */
export function RowActions({ of, entries }: { readonly of: string; readonly entries: readonly MenuEntry[] }) {
  if (entries.length === 0) return <CardTd className="max-md:hidden" />;
  return (
    <CardTd isCorner>
      <div className="flex justify-end max-md:hidden">
        {entries.map(({ label, onSelect }) => (
          <Button key={label} size="small" look="quiet" aria-label={`${label} ${of}`} onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
      <div className="md:hidden">
        <Menu
          entries={entries}
          trigger={
            <IconButton label={`Actions for ${of}`}>
              <Ellipsis size={16} aria-hidden />
            </IconButton>
          }
        />
      </div>
    </CardTd>
  );
}
