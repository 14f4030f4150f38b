import { useState } from "react";
import { ActionsMenu } from "./actions-menu.tsx";
import { Button } from "./button.tsx";
import { CardTd } from "./card-table.tsx";
import { ConfirmAction, type Question } from "./confirm.tsx";
import type { MenuEntry } from "./menu.tsx";

/** An action on a row, immediate or after a question. */
type RowAction = Omit<MenuEntry, "onSelect"> &
  ({ readonly onSelect: () => void } | { readonly question: Question });

/** The cell with the actions on a row: side by side if there is room, behind one button on a phone. */
export function RowActions({ of, entries }: { readonly of: string; readonly entries: readonly RowAction[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  const items = entries.map((entry) =>
    "question" in entry ? { ...entry, onSelect: () => setAsked(entry.label) } : entry,
  );
  if (entries.length === 0) return <CardTd />;
  return (
    <CardTd isCorner>
      <div className="flex justify-end max-md:hidden">
        {items.map(({ label, onSelect }) => (
          <Button key={label} size="small" look="quiet" aria-label={`${label} ${of}`} onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
      <div className="md:hidden">
        <ActionsMenu of={of} entries={items} />
      </div>
      {entries.map(
        (entry) =>
          "question" in entry && (
            <ConfirmAction
              key={entry.label}
              question={entry.question}
              isOpen={asked === entry.label}
              onClose={() => setAsked(null)}
            />
          ),
      )}
    </CardTd>
  );
}
