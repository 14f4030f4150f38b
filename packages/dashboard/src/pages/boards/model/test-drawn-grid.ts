import { overlaps, type Placed } from "./grid.ts";

/** Tiles drawn as letters, one row of cells per line. */
export function drawn(...rows: readonly string[]): readonly Placed[] {
  const ids = [...new Set(rows.join("").replaceAll(".", ""))];
  return ids.map((id) => {
    const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === id ? [{ x, y }] : [])));
    const [left, top] = [Math.min(...cells.map(({ x }) => x)), Math.min(...cells.map(({ y }) => y))];
    const width = Math.max(...cells.map(({ x }) => x)) - left + 1;
    return { id, place: { x: left, y: top, width, height: cells.length / width } };
  });
}

/** As `drawn` takes them. `!` is a cell with several tiles. */
export function draw(tiles: readonly Placed[]): string[] {
  const bottom = Math.max(...tiles.map(({ place }) => place.y + place.height));
  const right = Math.max(...tiles.map(({ place }) => place.x + place.width));
  return Array.from({ length: bottom }, (_, y) =>
    Array.from({ length: right }, (_, x) => {
      const here = { x, y, width: 1, height: 1 };
      const found = tiles.filter(({ place }) => overlaps(place, here));
      return found.length > 1 ? "!" : (found[0]?.id ?? ".");
    }).join(""),
  );
}
