import { useState } from "react";
import { countText, valueText } from "../../format/number.ts";
import { shortTime } from "../../format/time.ts";
import { ExactTime } from "../../ui/relative-time.tsx";
import type { RequestDetails } from "./outcome-words.ts";
import type { Fate } from "./reading-rows.ts";

type SentReading = NonNullable<RequestDetails["readings"]["sent"]>[number];

const shownFirst = 20;

/**
 * The accepted readings of a run as they were sent. Fewer if the server reports only the first readings of a
 * request.
 */
export function sentOf({ first, readings }: Fate, request: RequestDetails): readonly SentReading[] {
  return request.readings.sent?.slice(first, first + readings) ?? [];
}

/** One accepted reading: its sensor, value and time. */
export function SentReadingText({ reading: { sensor, value, at } }: { readonly reading: SentReading }) {
  return (
    <span className="flex flex-wrap gap-x-1.5 text-muted max-md:leading-6">
      <SensorSlug sensor={sensor} />
      <SentValue value={value} />
      <span className="whitespace-nowrap">
        at <ExactTime at={at} text={shortTime} />
      </span>
    </span>
  );
}

/** Several accepted readings with their values. Names the sensor once if all are of the same one. */
export function SentReadingList({ readings }: { readonly readings: readonly SentReading[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? readings : readings.slice(0, shownFirst);
  const isOneSensor = new Set(readings.map(({ sensor }) => sensor?.uuid)).size === 1;
  const hidden = readings.length - shown.length;
  return (
    <div className="flex flex-wrap items-baseline gap-x-1.5">
      {isOneSensor && <SensorSlug sensor={readings[0]!.sensor} />}
      <ul aria-label="Values" className="contents">
        {shown.map(({ sensor, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the readings of a request never change, and several may be equal.
          <li key={place} className="mr-2.5 inline-flex gap-x-1.5">
            {!isOneSensor && <SensorSlug sensor={sensor} />}
            <SentValue value={value} />
          </li>
        ))}
      </ul>
      {hidden > 0 && (
        <button type="button" className="text-accent hover:underline" onClick={() => setIsWhole(true)}>
          Show {countText(hidden)} more
        </button>
      )}
    </div>
  );
}

function SensorSlug({ sensor }: { readonly sensor: SentReading["sensor"] }) {
  if (sensor === null) return <span className="text-muted">removed sensor</span>;
  return <code className="font-mono break-all text-muted">{sensor.slug}</code>;
}

function SentValue({ value }: { readonly value: number }) {
  return (
    <span className="text-text tabular-nums" title={String(value)}>
      {valueText(value)}
    </span>
  );
}
