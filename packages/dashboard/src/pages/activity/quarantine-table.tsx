import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { Badge, Status } from "../../ui/badge.tsx";
import { type Column, RecordTable } from "../../ui/record-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useChosenRecords } from "../../ui/use-chosen-records.ts";
import type { StillRecords } from "../../ui/use-still-records.ts";
import { CreateSensorDialog } from "./create-sensor-dialog.tsx";
import { reasonTitle } from "./outcome-words.ts";
import { QuarantineActions } from "./quarantine-actions.tsx";
import { isForMissingSensor, type QuarantinedReading, sentFor, sentValue } from "./quarantine-words.ts";
import { StoreAsDialog } from "./store-as-dialog.tsx";
import type { QuarantineFilter } from "./use-quarantined.ts";

export function QuarantineTable({
  list,
  filter,
}: {
  readonly list: StillRecords<QuarantinedReading>;
  readonly filter: QuarantineFilter;
}) {
  const mayChange = useMay("editor");
  const [creating, setCreating] = useState<QuarantinedReading | null>(null);
  const [storing, setStoring] = useState<QuarantinedReading | null>(null);
  const chosen = useChosenRecords(list);
  return (
    <>
      {mayChange && <QuarantineActions selection={chosen.selection} filter={filter} list={list} />}
      <RecordTable
        label="Readings in quarantine"
        items={list.items}
        idOf={({ id }) => id}
        columns={columnsOf(mayChange ? { onCreate: setCreating, onStore: setStoring } : null)}
        choosing={
          mayChange && {
            ...chosen,
            labelOf: ({ id }) => `Select reading ${id}`,
            allLabel: "Select all shown",
          }
        }
        isFaint={({ id }) => list.goneIds.has(id)}
      />
      {creating?.device != null && (
        <CreateSensorDialog
          device={creating.device}
          identifier={sentFor(creating) ?? ""}
          onClose={() => setCreating(null)}
        />
      )}
      {storing?.device != null && (
        <StoreAsDialog
          device={storing.device}
          identifier={sentFor(storing) ?? ""}
          onClose={() => setStoring(null)}
        />
      )}
    </>
  );
}

/** What can be done about a reading whose sensor is missing. */
interface Remedies {
  readonly onCreate: (reading: QuarantinedReading) => void;
  readonly onStore: (reading: QuarantinedReading) => void;
}

/** Without remedies, nothing is offered. */
function columnsOf(remedies: Remedies | null): readonly Column<QuarantinedReading>[] {
  return [
    {
      head: "Arrived",
      className: "whitespace-nowrap text-muted",
      cell: ({ request, at }) => (
        <Link
          to="/activity/$request"
          params={{ request }}
          className="hover:text-text hover:underline"
          title="View request"
        >
          <RelativeTime at={at} />
        </Link>
      ),
    },
    {
      head: "Device",
      className: "max-w-48 truncate",
      cell: ({ device }) => device?.name ?? <span className="text-muted">removed</span>,
    },
    { head: "Sent", className: "max-w-56 truncate", cell: (reading) => <Sent reading={reading} /> },
    { head: "Reason", cell: ({ reason }) => <Badge>{reasonTitle(reason)}</Badge> },
    {
      head: "If submitted now",
      isWide: true,
      className: "min-w-64",
      cell: (reading) => (
        <>
          {reading.ready ? (
            <Status tone="ok">Would be accepted</Status>
          ) : (
            <Status tone="warn">Still rejected</Status>
          )}
          {!reading.ready && (
            <p className="line-clamp-2 text-muted" title={reading.explanation}>
              {reading.explanation}
            </p>
          )}
          {remedies !== null && isForMissingSensor(reading) && (
            <span className="flex flex-wrap gap-x-4">
              <button
                type="button"
                className="text-accent hover:underline"
                onClick={() => remedies.onCreate(reading)}
              >
                Create sensor “{sentFor(reading)}”
              </button>
              <button
                type="button"
                aria-label={`Store as…: “${sentFor(reading)}”`}
                className="text-accent hover:underline"
                onClick={() => remedies.onStore(reading)}
              >
                Store as…
              </button>
            </span>
          )}
        </>
      ),
    },
  ];
}

/** The reading in short, with all of it on hover. */
function Sent({ reading }: { readonly reading: QuarantinedReading }) {
  const sensor = sentFor(reading);
  const value = sentValue(reading);
  return (
    <span title={JSON.stringify(reading.entry)} className="font-mono">
      {sensor ?? <span className="font-sans text-muted">no sensor</span>}
      {value !== null && ` ${value}`}
    </span>
  );
}
