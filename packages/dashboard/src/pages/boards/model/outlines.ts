import { around, type MapView, type Size, worldPlace } from "./map-view.ts";

/** The unit of the encoded points. */
export const unitDegrees = 0.02;

/** A line in the projection of maps, and the box around it. Its numbers are x and y in turn. */
export interface Outline {
  readonly points: readonly number[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/**
 * Reads lines that are separated by spaces. A point is its distance from the one before, in longitude and latitude. A number is
 * written in characters of five bits, the lowest first, and its lowest bit is the sign (as in encoded polylines).
 */
export function readOutlines(text: string): readonly Outline[] {
  let [east, north, at] = [0, 0, 0];
  const readNumber = () => {
    let [value, shift, bits] = [0, 0, 32];
    for (; bits >= 32; shift += 5) {
      bits = text.charCodeAt(at++) - 63;
      value |= (bits & 31) << shift;
    }
    return value & 1 ? ~(value >> 1) : value >> 1;
  };
  const outlines: Outline[] = [];
  while (at < text.length) {
    const points: number[] = [];
    while (at < text.length && text[at] !== " ") {
      east += readNumber();
      north += readNumber();
      const { x, y } = worldPlace({ latitude: north * unitDegrees, longitude: east * unitDegrees });
      points.push(x, y);
    }
    at++;
    outlines.push(boxed(points));
  }
  return outlines;
}

function boxed(points: readonly number[]): Outline {
  const outline = { points, left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (let at = 0; at < points.length; at += 2) {
    const [x, y] = [points[at]!, points[at + 1]!];
    outline.left = Math.min(outline.left, x);
    outline.right = Math.max(outline.right, x);
    outline.top = Math.min(outline.top, y);
    outline.bottom = Math.max(outline.bottom, y);
  }
  return outline;
}

/** The path of what may be in the box, for SVG. */
export function outlinePath(
  outlines: readonly Outline[],
  { centre, radiansPerPx }: Pick<MapView, "centre" | "radiansPerPx">,
  { width, height }: Size,
): string {
  const [halfX, halfY] = [(width / 2) * radiansPerPx, (height / 2) * radiansPerPx];
  const parts: string[] = [];
  for (const { points, left, right, top, bottom } of outlines) {
    if (bottom < centre.y - halfY || top > centre.y + halfY) continue;
    // The world repeats at the date line.
    for (const shift of [-around, 0, around]) {
      if (right + shift < centre.x - halfX || left + shift > centre.x + halfX) continue;
      const placeOf = (at: number): BoxPlace => {
        const x = Math.round((points[at]! + shift - centre.x + halfX) / radiansPerPx);
        const y = Math.round((points[at + 1]! - centre.y + halfY) / radiansPerPx);
        return { x, y, beyond: sidesBeyond({ x, y }, { width, height }) };
      };
      let drawn = placeOf(0);
      let next = drawn;
      const line = [`M${drawn.x} ${drawn.y}`];
      for (let at = 2; at < points.length; at += 2) {
        const place = at === 2 ? placeOf(at) : next;
        const isLast = at + 2 >= points.length;
        if (!isLast) next = placeOf(at + 2);
        const isOut = !isLast && (drawn.beyond & place.beyond & next.beyond) !== 0;
        if (isOut || (place.x === drawn.x && place.y === drawn.y)) continue;
        drawn = place;
        line.push(`L${place.x} ${place.y}`);
      }
      // The others are smaller than a pixel, or out of sight.
      if (line.length > 1) parts.push(...line);
    }
  }
  return parts.join("");
}

interface BoxPlace {
  readonly x: number;
  readonly y: number;
  /** One bit for each side of the box that it is beyond. Three points beyond the same side need not be drawn all. */
  readonly beyond: number;
}

function sidesBeyond({ x, y }: Pick<BoxPlace, "x" | "y">, { width, height }: Size): number {
  return (x < 0 ? 1 : 0) | (x > width ? 2 : 0) | (y < 0 ? 4 : 0) | (y > height ? 8 : 0);
}
