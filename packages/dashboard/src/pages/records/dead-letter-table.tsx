import { useState } from "react";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { valueText } from "../../format/number.ts";
import { shortTime } from "../../format/time.ts";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, useSelection } from "../../ui/selection.tsx";
import { DeadLetterActions, type DeadLetterFilter } from "./dead-letter-actions.tsx";
import { DeadLetterDialog } from "./dead-letter-dialog.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

export type DeadLetter = CallAnswer<"listDeadLetters">["items"][number];

export function DeadLetterTable({
  letters,
  filter,
}: {
  readonly letters: readonly DeadLetter[];
  readonly filter: DeadLetterFilter;
}) {
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<DeadLetter | null>(null);
  const selection = useSelection(letters.map(({ id }) => id));
  const all = (
    <SelectBox
      label="Choose all that are shown"
      isOn={selection.isAll}
      isPartly={selection.ids.length > 0}
      onToggle={selection.toggleAll}
    />
  );
  return (
    <>
      {mayChange && <DeadLetterActions selection={selection} filter={filter} />}
      <CardTable
        label="Dead letters"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
          ["died", "Failed"],
          ["reason", "Reason"],
          ["node", "At"],
          ["device", "Device"],
          ["reading", "Reading"],
        ]}
      >
        {letters.map((letter) => (
          <CardTr key={letter.id}>
            {mayChange && (
              <CardTd>
                <SelectBox
                  label={`Choose dead letter ${letter.id}`}
                  isOn={selection.has(letter.id)}
                  onToggle={(isRange) => selection.toggle(letter.id, isRange)}
                />
              </CardTd>
            )}
            <CardTd className="whitespace-nowrap text-muted">
              <RelativeTime at={letter.died_at} fallback="unknown" />
            </CardTd>
            <CardTd isWide className="max-w-80 max-md:max-w-full">
              <button
                type="button"
                className="line-clamp-2 text-left font-medium hover:underline"
                title="Show all of it"
                onClick={() => setOpened(letter)}
              >
                {letter.reason}
              </button>
            </CardTd>
            <CardTd>
              <RecordNode {...letter} />
            </CardTd>
            <CardTd>
              <RecordDevice {...letter} />
            </CardTd>
            <CardTd className="whitespace-nowrap">
              <ReadingInShort letter={letter} />
            </CardTd>
          </CardTr>
        ))}
      </CardTable>
      {opened !== null && <DeadLetterDialog letter={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function ReadingInShort({ letter: { value, at } }: { readonly letter: DeadLetter }) {
  if (value === null) return <span className="text-muted">bytes that cannot be read</span>;
  return (
    <>
      <span className="font-medium">{valueText(value)}</span>
      {at !== null && (
        <span className="ml-1.5 text-muted">
          <ExactTime at={at} text={shortTime} />
        </span>
      )}
    </>
  );
}
