import { useState } from "react";
import { ActionsMenu } from "./actions-menu.tsx";
import { Button } from "./button.tsx";
import { CardTd } from "./card-table.tsx";
import { cx } from "./class-names.ts";
import { ConfirmAction, type Question } from "./confirm.tsx";
import type { MenuEntry } from "./menu.tsx";

/** An action on a row, immediate or after a question. */
type RowAction = Omit<MenuEntry, "onSelect"> &
  ({ readonly onSelect: () => void } | { readonly question: Question });

/** As many actions fit beside the other cells in any window but a phone's. */
const fewActions = 3;

/** The cell with the actions on a row: side by side if there is room, else behind one button. */
export function RowActions({ of, entries }: { readonly of: string; readonly entries: readonly RowAction[] }) {
  const [asked, setAsked] = useState<string | null>(null);
  const items = entries.map((entry) =>
    "question" in entry ? { ...entry, onSelect: () => setAsked(entry.label) } : entry,
  );
  if (entries.length === 0) return <CardTd />;
  const areFew = entries.length <= fewActions;
  return (
    <CardTd isCorner>
      <div className={cx("flex justify-end", areFew ? "max-md:hidden" : "max-2xl:hidden")}>
        {items.map(({ label, onSelect }) => (
          <Button key={label} size="small" look="quiet" aria-label={`${label} ${of}`} onClick={onSelect}>
            {label}
          </Button>
        ))}
      </div>
      <div className={areFew ? "md:hidden" : "2xl:hidden"}>
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
