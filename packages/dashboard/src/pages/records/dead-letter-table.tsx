import { useState } from "react";
import type { CallAnswer } from "../../api/route-types.ts";
import { useMay } from "../../app/session.tsx";
import { valueText } from "../../format/number.ts";
import { shortTime } from "../../format/time.ts";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox } from "../../ui/selection.tsx";
import { DeadLetterActions, type DeadLetterFilter } from "./dead-letter-actions.tsx";
import { DeadLetterDialog } from "./dead-letter-dialog.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";
import { useChosenRecords } from "./use-chosen-records.ts";
import type { StillRecords } from "./use-still-records.ts";

export type DeadLetter = CallAnswer<"listDeadLetters">["items"][number];

export function DeadLetterTable({
  list,
  filter,
}: {
  readonly list: StillRecords<DeadLetter>;
  readonly filter: DeadLetterFilter;
}) {
  const { items: letters, goneIds, hold, release } = list;
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<DeadLetter | null>(null);
  const selection = useChosenRecords(
    letters.map(({ id }) => id).filter((id) => !goneIds.has(id)),
    hold,
  );
  const all = (
    <SelectBox
      label="Select all shown"
      isOn={selection.isAll}
      isPartly={selection.ids.length > 0}
      onToggle={selection.toggleAll}
    />
  );
  return (
    <>
      {mayChange && <DeadLetterActions selection={selection} filter={filter} onChanged={release} />}
      <CardTable
        label="Dead letters"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
          ["died", "Failed"],
          ["reason", "Reason"],
          ["node", "Node"],
          ["device", "Device"],
          ["reading", "Reading"],
        ]}
      >
        {letters.map((letter) => (
          <CardTr key={letter.id} className={goneIds.has(letter.id) ? "opacity-60" : ""}>
            {mayChange && (
              <CardTd>
                {!goneIds.has(letter.id) && (
                  <SelectBox
                    label={`Select dead letter ${letter.id}`}
                    isOn={selection.has(letter.id)}
                    onToggle={(isRange) => selection.toggle(letter.id, isRange)}
                  />
                )}
              </CardTd>
            )}
            <CardTd className="whitespace-nowrap text-muted md:min-w-30">
              <RelativeTime at={letter.died_at} fallback="Unknown" />
            </CardTd>
            <CardTd isWide className="max-w-80 max-md:max-w-full">
              <button
                type="button"
                className="line-clamp-2 text-left font-medium hover:underline"
                title="Show details"
                data-row-action="open"
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
  if (value === null) return <span className="text-muted">Unreadable data</span>;
  return (
    <>
      <span className="font-medium" title={String(value)}>
        {valueText(value)}
      </span>
      {at !== null && (
        <span className="ml-1.5 text-muted">
          <ExactTime at={at} text={shortTime} />
        </span>
      )}
    </>
  );
}
