import { useState } from "react";
import { useCall } from "../../api/queries.ts";
import { useMay } from "../../app/session.tsx";
import { countText, plural } from "../../format/number.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Note } from "../../ui/states.tsx";
import { CreateSensorDialog } from "./create-sensor-dialog.tsx";
import { type RequestDetails, rejectedCounts } from "./outcome-words.ts";
import { isUuid } from "./quarantine-words.ts";
import { ReadingItem } from "./reading-item.tsx";
import { type ReadingRow, readingRows } from "./reading-rows.ts";
import { SavedReadings } from "./saved-readings.tsx";
import { StoreAsDialog } from "./store-as-dialog.tsx";

const shownFirst = 100;

/** Each reading of a request with its fate. */
export function ReadingList({ request }: { readonly request: RequestDetails }) {
  const [isWhole, setIsWhole] = useState(false);
  const [wanted, setWanted] = useState<string | null>(null);
  const [stored, setStored] = useState<string | null>(null);
  const mayCreate = useMay("editor") && request.device !== null;
  const rows = readingRows(request);
  const missing = useMissingSensors(request);
  const firsts = new Map<string, ReadingRow>();
  for (const row of rows) {
    const identifier = row.finding?.identifier ?? null;
    if (identifier !== null && missing.has(identifier) && !firsts.has(identifier))
      firsts.set(identifier, row);
  }
  /** Each missing sensor is offered once, at the first reading that named it. */
  const mayCreateAt = (row: ReadingRow) => mayCreate && firsts.get(row.finding?.identifier ?? "") === row;
  const shown = isWhole ? rows : rows.slice(0, shownFirst);
  return (
    <Card isFlush title="Readings" action={<span className="text-sm text-muted">{stateText(request)}</span>}>
      <Unknown request={request} />
      <SavedReadings request={request} />
      {rows.length > 0 && (
        <ul aria-label="Readings of the request">
          {shown.map((row) => (
            <ReadingItem
              key={`${row.finding === null ? "fate" : "finding"} ${row.position ?? row.fate?.first}`}
              row={row}
              request={request}
              onCreate={mayCreateAt(row) ? setWanted : null}
              onStore={mayCreateAt(row) ? setStored : null}
            />
          ))}
        </ul>
      )}
      {shown.length < rows.length && (
        <div className="flex justify-center border-t border-line py-2.5">
          <Button look="quiet" onClick={() => setIsWhole(true)}>
            Show {countText(rows.length - shown.length)} more
          </Button>
        </div>
      )}
      {request.device !== null && wanted !== null && (
        <CreateSensorDialog device={request.device} identifier={wanted} onClose={() => setWanted(null)} />
      )}
      {request.device !== null && stored !== null && (
        <StoreAsDialog device={request.device} identifier={stored} onClose={() => setStored(null)} />
      )}
    </Card>
  );
}

/** Says which readings are not listed below, and why. */
function Unknown({ request }: { readonly request: RequestDetails }) {
  const { readings, findings, accepted, duplicates } = request;
  const notAccepted = rejectedCounts(request).reduce((sum, [, count]) => sum + count, duplicates);
  const notes: string[] = [];
  if (readings.state === "unknown")
    notes.push(
      `This request is too old: Weir no longer knows what happened to ${accepted === 1 ? "its accepted reading" : `its ${countText(accepted)} accepted readings`}.`,
    );
  if (readings.state !== "unknown" && !readings.fates_complete)
    notes.push("Only some of the accepted readings are listed.");
  if (accepted > 0 && readings.sent === null)
    notes.push("The values are no longer stored. Weir keeps sent values for about a day.");
  if (readings.sent !== null && readings.sent.length < accepted)
    notes.push(
      `Values are listed for the first ${countText(readings.sent.length)} of ${countText(accepted)} accepted readings.`,
    );
  if (findings.length < notAccepted)
    notes.push(
      `The first ${countText(findings.length)} of ${countText(notAccepted)} readings that were not accepted are listed.`,
    );
  if (notes.length === 0) return null;
  return (
    <div className="border-b border-line p-3">
      <Note>{notes.join(" ")}</Note>
    </div>
  );
}

function stateText({ readings: { state, counts } }: RequestDetails): string {
  if (counts === null) return "No longer known";
  if (state === "queued") return `${plural(counts.queued, "reading")} waiting for the rule chain`;
  const parts = [
    counts.saved > 0 && `${countText(counts.saved)} saved`,
    counts.already_stored > 0 && `${countText(counts.already_stored)} already stored`,
    counts.ended > 0 && `${countText(counts.ended)} not saved`,
    counts.dead > 0 && `${countText(counts.dead)} failed`,
  ];
  return parts.filter(Boolean).join(" · ") || "None accepted";
}

const sensorsAsked = 1000;

/** Sensors that the request named and that still do not exist. A sensor that was named by a UUID cannot be created. */
function useMissingSensors({ device, findings }: RequestDetails): ReadonlySet<string> {
  const named = findings.flatMap(({ reason, identifier }) =>
    reason === "dropped_unknown_sensor" && identifier !== null && !isUuid(identifier) ? [identifier] : [],
  );
  const { data } = useCall(
    "listSensors",
    { params: { device: device?.uuid ?? "" }, query: { limit: sensorsAsked } },
    { enabled: device !== null && named.length > 0 },
  );
  if (data === undefined) return new Set();
  const slugs = new Set(data.items.map(({ slug }) => slug));
  return new Set(named.filter((identifier) => !slugs.has(identifier)));
}
