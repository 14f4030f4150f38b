import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../app/session.tsx";
import { Badge, Status } from "../../ui/badge.tsx";
import { CardTable, CardTd, CardTr } from "../../ui/card-table.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { SelectBox, useSelection } from "../../ui/selection.tsx";
import { CreateSensorDialog } from "./create-sensor-dialog.tsx";
import { reasonTitle } from "./outcome-words.ts";
import { QuarantineActions } from "./quarantine-actions.tsx";
import { isForMissingSensor, type QuarantinedReading, sentFor, sentValue } from "./quarantine-words.ts";
import type { QuarantineFilter } from "./use-quarantined.ts";

export function QuarantineTable({
  readings,
  filter,
}: {
  readonly readings: readonly QuarantinedReading[];
  readonly filter: QuarantineFilter;
}) {
  const mayChange = useMay("editor");
  const [creating, setCreating] = useState<QuarantinedReading | null>(null);
  const selection = useSelection(readings.map(({ id }) => id));
  const all = (
    <SelectBox label="Choose all that are shown" isOn={selection.isAll} onToggle={selection.toggleAll} />
  );
  return (
    <>
      {mayChange && <QuarantineActions selection={selection} filter={filter} readings={readings} />}
      <CardTable
        label="Readings in quarantine"
        heads={[
          ...(mayChange ? [["choose", all] as const] : []),
          ["arrived", "Arrived"],
          ["device", "Device"],
          ["reading", "Sent"],
          ["reason", "Rejected as"],
          ["now", "If submitted now"],
        ]}
      >
        {readings.map((reading) => (
          <CardTr key={reading.id}>
            {mayChange && (
              <CardTd>
                <SelectBox
                  label={`Choose reading ${reading.id}`}
                  isOn={selection.has(reading.id)}
                  onToggle={(isRange) => selection.toggle(reading.id, isRange)}
                />
              </CardTd>
            )}
            <CardTd className="whitespace-nowrap text-muted">
              <Link
                to={`/activity/${reading.request}`}
                className="hover:text-text hover:underline"
                title="Show its request"
              >
                <RelativeTime at={reading.at} />
              </Link>
            </CardTd>
            <CardTd className="max-w-48 truncate">
              {reading.device?.name ?? <span className="text-muted">removed</span>}
            </CardTd>
            <CardTd className="max-w-56 truncate">
              <Sent reading={reading} />
            </CardTd>
            <CardTd>
              <Badge>{reasonTitle(reading.reason)}</Badge>
            </CardTd>
            <CardTd isWide className="min-w-64">
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
              {mayChange && isForMissingSensor(reading) && (
                <button
                  type="button"
                  className="text-accent hover:underline"
                  onClick={() => setCreating(reading)}
                >
                  Create the sensor “{sentFor(reading)}”
                </button>
              )}
            </CardTd>
          </CardTr>
        ))}
      </CardTable>
      {creating?.device != null && (
        <CreateSensorDialog
          device={creating.device}
          identifier={sentFor(creating) ?? ""}
          onClose={() => setCreating(null)}
        />
      )}
    </>
  );
}

/** The reading in short; all of it on hover. */
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
