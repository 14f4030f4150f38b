/** A map without a background: where locations are in a box, and how large the box is in reality. */
export interface MapView {
  /** In the order of the locations, in pixels from the upper left. */
  readonly points: readonly { readonly x: number; readonly y: number }[];
  readonly metresPerPx: number;
  /** The middle of the box in the projection, and how much of it a pixel is. Both are in radians. */
  readonly centre: { readonly x: number; readonly y: number };
  readonly radiansPerPx: number;
}

interface Located {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The whole world in the projection. */
export const around = 2 * Math.PI;
const radians = Math.PI / 180;
const earthRadiusM = 6_371_000;
/** Beyond this, the projection would stretch to infinity. */
const latitudeMax = 85;

interface Room {
  /** At the edges. */
  readonly edgePx: number;
  /** The least distance that the box shows, so that one location is a place and not the whole box. */
  readonly leastM: number;
}

/** Fits all locations into the box. The projection keeps angles (Mercator). */
export function mapView(
  locations: readonly Located[],
  { width, height }: Size,
  { edgePx, leastM }: Room,
): MapView {
  const flat = nearEachOther(locations).map(worldPlace);
  const [left, right] = extent(flat.map(({ x }) => x));
  const [top, bottom] = extent(flat.map(({ y }) => y));
  // On the map, a metre is longer far from the equator.
  const [south, north] = extent(flat.map(({ limited }) => limited));
  const shrink = Math.cos((south + north) / 2);
  const least = leastM / (earthRadiusM * shrink);
  const scale = Math.max(
    Math.max(right - left, least) / Math.max(1, width - 2 * edgePx),
    Math.max(bottom - top, least) / Math.max(1, height - 2 * edgePx),
  );
  return {
    points: flat.map(({ x, y }) => ({
      x: width / 2 + (x - (left + right) / 2) / scale,
      y: height / 2 + (y - (top + bottom) / 2) / scale,
    })),
    metresPerPx: scale * earthRadiusM * shrink,
    centre: { x: (left + right) / 2, y: (top + bottom) / 2 },
    radiansPerPx: scale,
  };
}

/** A place in the projection, in radians, and its latitude as far as the projection goes. */
export function worldPlace({ latitude, longitude }: Located): { x: number; y: number; limited: number } {
  const limited = Math.min(Math.max(latitude, -latitudeMax), latitudeMax) * radians;
  return { x: longitude * radians, y: -Math.log(Math.tan(Math.PI / 4 + limited / 2)), limited };
}

/** Places on both sides of the date line are moved next to each other. */
function nearEachOther(locations: readonly Located[]): readonly Located[] {
  const [west, east] = extent(locations.map(({ longitude }) => longitude));
  if (east - west <= 180) return locations;
  return locations.map((place) =>
    place.longitude < 0 ? { ...place, longitude: place.longitude + 360 } : place,
  );
}

function extent(values: readonly number[]): [low: number, high: number] {
  return [Math.min(...values), Math.max(...values)];
}

/** The longest round distance that fits into this many pixels, for a scale. */
export function roundDistance(
  metresPerPx: number,
  pxMax: number,
): { readonly px: number; readonly text: string } {
  const most = metresPerPx * pxMax;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((step) => step * power).find((distance) => distance <= most) ?? power;
  return { px: metres / metresPerPx, text: metres >= 1000 ? `${metres / 1000} km` : `${metres} m` };
}
