import { boardColumns, boardRowsMax, tileHeightMax } from "@weir/protocol/manage/board-limits";

/**
 * The grid of a board. Tiles fall upwards until they rest on the top or on another tile, so there are no empty rows.
 * Everything here is a pure function, so that a drag can compute each of its steps from the places at its start.
 */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Placed {
  readonly id: string;
  readonly place: Place;
}

export function overlaps(one: Place, other: Place): boolean {
  return (
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height
  );
}

/** The nearest place that the grid allows. */
export function withinGrid({ x, y, width, height }: Place): Place {
  const fit = (value: number, low: number, high: number) => Math.min(Math.max(Math.round(value), low), high);
  const fitWidth = fit(width, 1, boardColumns);
  return {
    x: fit(x, 0, boardColumns - fitWidth),
    y: fit(y, 0, boardRowsMax),
    width: fitWidth,
    height: fit(height, 1, tileHeightMax),
  };
}

/** Tiles from top to bottom and from left to right, which is also their order on a phone. */
export function inReadingOrder<Tile extends Placed>(tiles: readonly Tile[]): readonly Tile[] {
  return tiles.toSorted((one, other) => one.place.y - other.place.y || one.place.x - other.place.x);
}

/** Closes gaps and separates overlapping tiles. The order of the list stays the same. */
export function compacted<Tile extends Placed>(tiles: readonly Tile[]): readonly Tile[] {
  const settled: Placed[] = [];
  for (const tile of inReadingOrder(tiles)) {
    settled.push({ id: tile.id, place: { ...tile.place, y: highestFreeRow(tile.place, settled) } });
  }
  return withPlaces(tiles, settled);
}

/** The row in which a tile comes to rest below the settled ones. */
function highestFreeRow(place: Place, settled: readonly Placed[]): number {
  const below = settled
    .map(({ place: other }) => other)
    .filter(({ x, width }) => x < place.x + place.width && place.x < x + width);
  return Math.max(0, ...below.map(({ y, height }) => y + height));
}

/**
 * The tiles after one of them was put somewhere. Tiles in its way move up if there is room above it, otherwise down.
 */
export function withTileAt<Tile extends Placed>(
  tiles: readonly Tile[],
  id: string,
  wanted: Place,
): readonly Tile[] {
  const moved: Placed = { id, place: withinGrid(wanted) };
  const others = inReadingOrder(tiles).filter((tile) => tile.id !== id);
  const inWay = others.filter(({ place }) => overlaps(place, moved.place));
  const settled: Placed[] = [moved, ...others.filter((tile) => !inWay.includes(tile))];
  for (const tile of inWay) settled.push({ id: tile.id, place: besides(tile.place, moved.place, settled) });
  return compacted(withPlaces(tiles, settled));
}

function besides(place: Place, moved: Place, settled: readonly Placed[]): Place {
  const above = { ...place, y: moved.y - place.height };
  if (above.y >= 0 && !settled.some((tile) => overlaps(tile.place, above))) return above;
  return { ...place, y: moved.y + moved.height };
}

type Direction = "left" | "right" | "up" | "down";

/** The tiles after an arrow key. Moving down passes the tile below, because smaller steps would fall back. */
export function steppedTile<Tile extends Placed>(
  tiles: readonly Tile[],
  id: string,
  direction: Direction,
): readonly Tile[] {
  const tile = tiles.find((one) => one.id === id);
  if (tile === undefined) return tiles;
  const { x, y } = tile.place;
  const lowest = Math.max(...tiles.map(({ place }) => place.y + place.height));
  for (let step = 1; step <= Math.max(lowest, boardColumns); step++) {
    const to = {
      left: { x: x - step, y },
      right: { x: x + step, y },
      up: { x, y: y - step },
      down: { x, y: y + step },
    }[direction];
    const next = withTileAt(tiles, id, { ...tile.place, ...to });
    const { place } = next.find((one) => one.id === id)!;
    if (place.x !== x || place.y !== y) return next;
    if (direction === "left" || direction === "right") return tiles;
  }
  return tiles;
}

/** A tile that is one cell wider, narrower, higher or lower. */
export function resizedTile<Tile extends Placed>(
  tiles: readonly Tile[],
  id: string,
  direction: Direction,
): readonly Tile[] {
  const tile = tiles.find((one) => one.id === id);
  if (tile === undefined) return tiles;
  const { x, width, height } = tile.place;
  const size = {
    left: { width: width - 1, height },
    right: { width: Math.min(width + 1, boardColumns - x), height },
    up: { width, height: height - 1 },
    down: { width, height: height + 1 },
  }[direction];
  return withTileAt(tiles, id, { ...tile.place, ...size });
}

/** The first free place for a tile of this size, from the top and from the left. */
export function freePlace(tiles: readonly Placed[], size: Pick<Place, "width" | "height">): Place {
  for (let y = 0; ; y++) {
    for (let x = 0; x + size.width <= boardColumns; x++) {
      const place = { x, y, ...size };
      if (!tiles.some((tile) => overlaps(tile.place, place))) return place;
    }
  }
}

function withPlaces<Tile extends Placed>(tiles: readonly Tile[], placed: readonly Placed[]): readonly Tile[] {
  const places = new Map(placed.map(({ id, place }) => [id, place]));
  return tiles.map((tile) => ({ ...tile, place: places.get(tile.id) ?? tile.place }));
}
