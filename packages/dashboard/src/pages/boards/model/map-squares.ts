import { around, type MapView, type Size } from "./map-view.ts";

/** A square picture of a map, and where it is in the box, in pixels. */
interface MapSquare {
  readonly key: string;
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly left: number;
  readonly top: number;
  readonly sizePx: number;
}

/** The usual size of the pictures, which are drawn somewhat smaller or larger. */
const usualPx = 256;
const zoomMax = 19;

/** The squares of a tile server that cover the box. At zoom level n, the world is 2^n squares wide and high. */
export function mapSquares(
  { centre, radiansPerPx }: Pick<MapView, "centre" | "radiansPerPx">,
  { width, height }: Size,
): readonly MapSquare[] {
  const fitting = Math.round(Math.log2(around / (usualPx * radiansPerPx)));
  const zoom = Math.min(Math.max(fitting, 0), zoomMax);
  const count = 2 ** zoom;
  const sizePx = around / count / radiansPerPx;
  // How far the upper left corner of the world is from that of the box.
  const worldLeft = width / 2 - (centre.x + Math.PI) / radiansPerPx;
  const worldTop = height / 2 - (centre.y + Math.PI) / radiansPerPx;
  const squares: MapSquare[] = [];
  for (let y = Math.max(0, Math.floor(-worldTop / sizePx)); y < count; y++) {
    const top = worldTop + y * sizePx;
    if (top >= height) break;
    for (let column = Math.floor(-worldLeft / sizePx); worldLeft + column * sizePx < width; column++) {
      // The world repeats at the date line.
      const x = ((column % count) + count) % count;
      squares.push({
        key: `${zoom}/${column}/${y}`,
        zoom,
        x,
        y,
        left: worldLeft + column * sizePx,
        top,
        sizePx,
      });
    }
  }
  return squares;
}

/** The address of a square. */
export function squareUrl(template: string, { zoom, x, y }: Pick<MapSquare, "zoom" | "x" | "y">): string {
  return template.replace("{z}", `${zoom}`).replace("{x}", `${x}`).replace("{y}", `${y}`);
}
