import type { BoardDefinition, Tile } from "./board.ts";
import { freePlace } from "./grid.ts";
import { newTileId, usualSize } from "./new-tile.ts";

/** A sensor as a new board needs it. */
interface BoardedSensor {
  readonly slug: string;
  readonly unit: string | null;
}

/** More tiles than this are not a board but a list, which the device's page has. */
const valuesMax = 12;
/** Charts with more units or lines are hard to read. */
const chartLinesMax = 6;
const chartUnitsMax = 2;

/**
 * A board of one device: a value for each sensor, and a chart of those that fit together. It has a device picker, so
 * that it also serves other devices with the same sensors.
 */
export function deviceBoard(device: string, sensors: readonly BoardedSensor[]): BoardDefinition {
  const shown = sensors.slice(0, valuesMax);
  const tiles: Tile[] = [];
  for (const { slug: sensor } of shown) {
    const place = freePlace(tiles, usualSize("value"));
    tiles.push({
      id: newTileId(tiles),
      title: "",
      kind: "value",
      place,
      settings: { source: { device: null, sensor } },
    });
  }
  const charted = chartedOf(shown);
  if (charted.length > 0) {
    const place = { ...freePlace(tiles, { width: 12, height: 4 }) };
    tiles.push({
      id: newTileId(tiles),
      title: "",
      kind: "chart",
      place,
      settings: {
        sources: charted.map(({ slug: sensor }) => ({ device: null, sensor })),
        style: "lines",
        aggregation: "mean",
      },
    });
  }
  return { variable: { kind: "device", default: device, within: null }, span: "24h", tiles };
}

function chartedOf(sensors: readonly BoardedSensor[]): readonly BoardedSensor[] {
  const charted: BoardedSensor[] = [];
  for (const sensor of sensors) {
    const units = new Set([...charted, sensor].map(({ unit }) => unit));
    if (charted.length < chartLinesMax && units.size <= chartUnitsMax) charted.push(sensor);
  }
  return charted;
}
