import { sensorCharts } from "../../../ui/sensor-charts.ts";
import { Value } from "../../../ui/value.tsx";
import { type ShownSource, useTileData } from "../data/board-data.ts";
import type { TileOf } from "../model/board.ts";
import { type Naming, namingOf } from "../model/source-names.ts";
import { BoardLink } from "./board-link.tsx";
import { NameAndAge } from "./name-and-age.tsx";
import { SourceNote } from "./tile-note.tsx";

/** The latest values of sensors, one below the other, with their age. */
export function ValuesTile({ tile, title }: { readonly tile: TileOf<"values">; readonly title: string }) {
  const { resolve } = useTileData();
  const lookups = tile.settings.sources.map(resolve);
  const found = lookups.filter((lookup) => typeof lookup !== "string");
  const [reason] = lookups.filter((lookup) => typeof lookup === "string");
  if (reason !== undefined && found.length === 0) return <SourceNote lookup={reason} />;
  const naming = namingOf(found);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without a focus, the keyboard could not scroll it.
    <section className="h-full overflow-y-auto" tabIndex={0} aria-label={title}>
      <ul className="text-sm">
        {lookups.map((lookup, nth) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: the same sensor may be shown twice.
            key={nth}
            className="flex min-h-9 items-center gap-3 border-b border-line px-3 py-1 last:border-b-0"
          >
            {typeof lookup === "string" ? (
              <span className="text-muted">
                {lookup === "loading" ? "Loading…" : "This sensor doesn’t exist."}
              </span>
            ) : (
              <Row source={lookup} naming={naming} />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Row({ source, naming }: { readonly source: ShownSource; readonly naming: Naming }) {
  const { device, sensor, look } = source;
  const [name, of] = naming === "device" ? [device.name, sensor.name] : [sensor.name, device.name];
  return (
    <>
      <div className="min-w-0 flex-1">
        <BoardLink
          {...sensorCharts(device.uuid, sensor.slug)}
          title={`${sensor.name} of ${device.name}`}
          className="block truncate hover:underline"
        >
          {name}
        </BoardLink>
        <NameAndAge name={naming === "both" ? of : null} at={sensor.latest?.at} />
      </div>
      <Value value={sensor.latest?.value} {...look} />
    </>
  );
}
