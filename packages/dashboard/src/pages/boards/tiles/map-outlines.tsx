import { useMemo } from "react";
import type { MapView, Size } from "../model/map-view.ts";
import outlines from "../model/outlines.json";
import { outlinePath, readOutlines } from "../model/outlines.ts";

const land = readOutlines(outlines.land);
const borders = readOutlines(outlines.borders);

/** Land and borders behind a map without a tile server. */
export function MapOutlines({ view, size }: { readonly view: MapView; readonly size: Size }) {
  const { centre, radiansPerPx } = view;
  const { width, height } = size;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the view is made anew whenever a device sends something.
  const paths = useMemo(
    () => [outlinePath(land, view, size), outlinePath(borders, view, size)] as const,
    [centre.x, centre.y, radiansPerPx, width, height],
  );
  return (
    <svg aria-hidden data-outlines width={width} height={height} className="absolute inset-0">
      <path d={paths[0]} fillRule="evenodd" className="fill-surface stroke-line-strong" />
      <path d={paths[1]} className="fill-none stroke-line-strong" strokeDasharray="3 3" />
    </svg>
  );
}
