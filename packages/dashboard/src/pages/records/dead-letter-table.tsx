import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { valueText } from "../../format/number.ts";
import { shortTime } from "../../format/time.ts";
import { type Column, OpenRecord, RecordTable } from "../../ui/record-table.tsx";
import { ExactTime, RelativeTime } from "../../ui/relative-time.tsx";
import { useChosenRecords } from "../../ui/use-chosen-records.ts";
import type { StillRecords } from "../../ui/use-still-records.ts";
import type { DeadLetter } from "./dead-letter.ts";
import { DeadLetterActions, type DeadLetterFilter } from "./dead-letter-actions.tsx";
import { DeadLetterDialog } from "./dead-letter-dialog.tsx";
import { RecordDevice, RecordNode } from "./record-origin.tsx";

export function DeadLetterTable({
  list,
  filter,
}: {
  readonly list: StillRecords<DeadLetter>;
  readonly filter: DeadLetterFilter;
}) {
  const mayChange = useMay("editor");
  const [opened, setOpened] = useState<DeadLetter | null>(null);
  const chosen = useChosenRecords(list);
  return (
    <>
      {mayChange && (
        <DeadLetterActions selection={chosen.selection} filter={filter} onChanged={list.release} />
      )}
      <RecordTable
        label="Dead letters"
        items={list.items}
        idOf={({ id }) => id}
        columns={columnsOf(setOpened)}
        choosing={
          mayChange && {
            ...chosen,
            labelOf: ({ id }) => `Select dead letter ${id}`,
            allLabel: "Select all shown",
          }
        }
        isFaint={({ id }) => list.goneIds.has(id)}
      />
      {opened !== null && <DeadLetterDialog letter={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function columnsOf(onOpen: (letter: DeadLetter) => void): readonly Column<DeadLetter>[] {
  return [
    {
      head: "Failed",
      className: "whitespace-nowrap text-muted md:min-w-30",
      cell: ({ died_at }) => <RelativeTime at={died_at} fallback="Unknown" />,
    },
    {
      head: "Reason",
      isWide: true,
      className: "max-w-80 max-md:max-w-full",
      cell: (letter) => (
        <OpenRecord className="line-clamp-2" onOpen={() => onOpen(letter)}>
          {letter.reason}
        </OpenRecord>
      ),
    },
    { head: "Node", cell: (letter) => <RecordNode {...letter} /> },
    { head: "Device", cell: (letter) => <RecordDevice {...letter} /> },
    {
      head: "Reading",
      className: "whitespace-nowrap",
      cell: (letter) => <ReadingInShort letter={letter} />,
    },
  ];
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
