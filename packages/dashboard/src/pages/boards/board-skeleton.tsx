import { cx } from "../../ui/class-names.ts";
import { placeClass, placeStyle } from "./board-grid.tsx";

/** Values in a row, and a chart below, as most boards begin. */
const places = [
  ...[0, 3, 6, 9].map((x) => ({ x, y: 0, width: 3, height: 2 })),
  { x: 0, y: 2, width: 12, height: 4 },
];

/** The place of a board that is not loaded yet. */
export function BoardSkeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">Loading the board…</span>
      <div className="flex h-8 items-center">
        <span className="h-4 w-32 animate-pulse rounded-sm bg-sunken" />
      </div>
      <div aria-hidden className="grid auto-rows-[64px] grid-cols-12 gap-3 max-md:flex max-md:flex-col">
        {places.map((place) => (
          <div
            key={`${place.x} ${place.y}`}
            className={cx("animate-pulse rounded-lg border border-line bg-surface", placeClass)}
            style={placeStyle(place)}
          />
        ))}
      </div>
    </div>
  );
}
