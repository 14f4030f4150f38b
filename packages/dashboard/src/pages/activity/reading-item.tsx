import { Plus } from "lucide-react";
import { plural, valueText } from "../../format/number.ts";
import { clockTime, shortTime } from "../../format/time.ts";
import { Button } from "../../ui/button.tsx";
import { ExactTime } from "../../ui/relative-time.tsx";
import { EditorLink } from "./editor-link.tsx";
import { FateErrors } from "./fate-errors.tsx";
import { FatePath } from "./fate-path.tsx";
import { fateText } from "./fate-words.ts";
import type { Finding, RequestDetails } from "./outcome-words.ts";
import { placeText, type ReadingRow } from "./reading-rows.ts";
import { SentReadingList, SentReadingText, sentOf } from "./sent-readings.tsx";

/** One reading of a request, or several with the same fate: what was sent, its path, and why it stopped. */
export function ReadingItem({
  row,
  request,
  onCreate,
  onStore,
}: {
  readonly row: ReadingRow;
  readonly request: RequestDetails;
  /** Creates a sensor by this name; null if that is impossible or not allowed. */
  readonly onCreate: ((identifier: string) => void) | null;
  /** Stores the kept readings with this name as those of another sensor; null like `onCreate`. */
  readonly onStore: ((identifier: string) => void) | null;
}) {
  const { fate, finding, readings } = row;
  const identifier = finding?.reason === "dropped_unknown_sensor" ? finding.identifier : null;
  const text = fate === null ? null : fateText(fate, request.readings.chains);
  const sent = fate === null ? [] : sentOf(fate, request);
  return (
    <li className="grid gap-x-4 gap-y-1.5 border-b border-line px-4 py-2.5 text-sm last:border-b-0 md:grid-cols-[11rem_1fr]">
      <div className="flex flex-col max-md:flex-row max-md:flex-wrap max-md:gap-x-2">
        <code className="font-mono text-sm leading-6">{placeText(row, request.endpoint)}</code>
        {readings > 1 && <span className="text-muted max-md:leading-6">{plural(readings, "reading")}</span>}
        {finding !== null && readings === 1 && <FoundReading finding={finding} />}
        {readings === 1 && sent[0] !== undefined && <SentReadingText reading={sent[0]} />}
      </div>
      <div className="flex min-w-0 flex-col gap-1.5">
        <FatePath row={row} chains={request.readings.chains} />
        {readings > 1 && sent.length > 0 && <SentReadingList readings={sent} />}
        {text !== null && <p className="text-muted">{text}</p>}
        {finding !== null && <Why finding={finding} isOne={readings === 1} />}
        {fate?.fate === "dead" && <FateErrors fate={fate} />}
        {fate?.fate === "ended" && fate.on_purpose !== true && <EditorLink fate={fate} />}
        {identifier !== null && onCreate !== null && (
          <div className="flex flex-wrap gap-2">
            <Button size="small" icon={<Plus size={14} aria-hidden />} onClick={() => onCreate(identifier)}>
              Create sensor “{identifier}”
            </Button>
            {onStore !== null && (
              <Button
                size="small"
                look="quiet"
                aria-label={`Store as…: “${identifier}”`}
                onClick={() => onStore(identifier)}
              >
                Store as…
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  );
}

/** The reading as it was sent, as far as it is known. */
function FoundReading({ finding: { sensor, identifier, value, timestamp } }: { readonly finding: Finding }) {
  const name = sensor?.slug ?? identifier;
  return (
    <span className="flex flex-wrap gap-x-1.5 text-muted max-md:leading-6">
      {name !== null && <code className="font-mono break-all">{name}</code>}
      {value !== null && (
        <span className="text-text" title={String(value)}>
          {valueText(value)}
        </span>
      )}
      {timestamp !== null && (
        <span className="whitespace-nowrap">
          at <ExactTime at={timestamp} text={shortTime} />
        </span>
      )}
    </span>
  );
}

function Why({ finding, isOne }: { readonly finding: Finding; readonly isOne: boolean }) {
  const { explanation, matched_at, until } = finding;
  return (
    <div className="text-muted">
      {finding.stored_since && (
        <p className="text-text">
          {isOne ? "This reading is" : "These readings are"} saved by now: {isOne ? "it was" : "they were"}{" "}
          submitted or sent again.
        </p>
      )}
      <p>{explanation}</p>
      {finding.reason === "dropped_duplicate" && matched_at !== null && isOne && (
        <p className="mt-1 text-text">
          Repeats the reading that arrived at <ExactTime at={matched_at} text={clockTime} />
          {until !== null && (
            <>
              ; repeats are recognized until <ExactTime at={until} text={shortTime} />
            </>
          )}
          .
        </p>
      )}
    </div>
  );
}
