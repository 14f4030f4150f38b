import { recentTime } from "../../../format/time.ts";
import { ExactTime } from "../../../ui/relative-time.tsx";
import { Value } from "../../../ui/value.tsx";
import type { ShownSource } from "../data/board-data.ts";
import { namingOf, sourceName } from "../model/source-names.ts";
import { TileNote } from "./tile-note.tsx";

interface LoggedReading {
  readonly at: string;
  readonly value: number;
  readonly source: ShownSource;
}

/** Readings, the newest first. */
export function ReadingLog({
  title,
  readings,
}: {
  readonly title: string;
  readonly readings: readonly LoggedReading[];
}) {
  if (readings.length === 0) return <TileNote>No readings yet.</TileNote>;
  const sources = [...new Set(readings.map(({ source }) => source))];
  const naming = namingOf(sources);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
    <section className="h-full overflow-y-auto" tabIndex={0} aria-label={title}>
      <ul className="text-sm">
        {readings.map(({ at, value, source }) => (
          <li
            key={`${at} ${source.sensor.uuid} ${value}`}
            className="flex items-baseline gap-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            <span className="whitespace-nowrap text-muted tabular-nums">
              <ExactTime at={at} text={recentTime} />
            </span>
            <span className="min-w-0 flex-1 truncate">
              {sources.length > 1 && sourceName(naming, source)}
            </span>
            <Value value={value} {...source.look} />
          </li>
        ))}
      </ul>
    </section>
  );
}
