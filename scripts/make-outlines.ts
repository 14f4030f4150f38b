import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { unitDegrees } from "../packages/dashboard/src/pages/boards/model/outlines.ts";

/**
 * Makes the outlines of land and borders that maps of boards show, from `countries-50m.json` of the npm package `world-atlas`, which
 * is Natural Earth's map at 1:50 million: `bun scripts/make-outlines.ts FILE`
 */

type Point = readonly [x: number, y: number];
/** Arcs by their places; `~place` for one that is followed backwards. */
type Ring = readonly number[];

interface Topology {
  readonly transform: { readonly scale: Point; readonly translate: Point };
  readonly arcs: readonly (readonly Point[])[];
  readonly objects: {
    readonly land: { readonly geometries: readonly { readonly arcs: readonly (readonly Ring[])[] }[] };
  };
}

/** How far a line may be from the coast, in degrees of latitude. */
const toleranceDegrees = 0.028;
const folder = join(import.meta.dir, "..", "packages/dashboard/src/pages/boards/model");

function main(file: string): void {
  const { transform, arcs, objects } = JSON.parse(readFileSync(file, "utf8")) as Topology;
  const lines = arcs.map((arc) => simplified(inDegrees(arc, transform)));
  const rings = objects.land.geometries.flatMap((geometry) => geometry.arcs.flat());
  const coast = new Set(rings.flat().map((place) => (place < 0 ? ~place : place)));
  const land = rings.map((ring) =>
    unbroken(ring.flatMap((place) => (place < 0 ? lines[~place]!.toReversed() : lines[place]!))),
  );
  const borders = lines.filter((_, place) => !coast.has(place));
  const outlines = { land: encoded(land, 4), borders: encoded(borders, 2) };
  writeFileSync(join(folder, "outlines.json"), `${JSON.stringify(outlines, null, 2)}\n`);
}

function inDegrees(arc: readonly Point[], { scale, translate }: Topology["transform"]): Point[] {
  let [x, y] = [0, 0];
  return arc.map(([byX, byY]) => {
    [x, y] = [x + byX, y + byY];
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** A ring without the step from one side of the date line to the other. The one around the South Pole gets its missing side. */
function unbroken(ring: readonly Point[]): readonly Point[] {
  let turns = 0;
  const whole = ring.map(([x, y], nth): Point => {
    const step = nth === 0 ? 0 : x - ring[nth - 1]![0];
    if (Math.abs(step) > 180) turns -= Math.sign(step);
    return [x + 360 * turns, y];
  });
  return turns === 0 ? whole : [...whole, [whole.at(-1)![0], -90], [whole[0]![0], -90], whole[0]!];
}

/** Leaves out what would move the line by less than the tolerance (Douglas and Peucker). Far in the north and south, few look. */
function simplified(line: readonly Point[]): readonly Point[] {
  const latitude = line.reduce((sum, [, y]) => sum + y, 0) / line.length;
  const isFar = latitude > 66 || latitude < -58;
  const tolerance = toleranceDegrees * (isFar ? 3 : latitude > 60 ? 1.5 : 1);
  const kept = new Set([0, line.length - 1]);
  const split = (from: number, to: number): void => {
    let [farthest, at] = [tolerance, 0];
    for (let nth = from + 1; nth < to; nth++) {
      const distance = distanceTo(line[nth]!, line[from]!, line[to]!);
      if (distance > farthest) [farthest, at] = [distance, nth];
    }
    if (at === 0) return;
    kept.add(at);
    split(from, at);
    split(at, to);
  };
  split(0, line.length - 1);
  return line.filter((_, nth) => kept.has(nth));
}

/** From a stretch, in degrees of latitude. */
function distanceTo([x, y]: Point, [fromX, fromY]: Point, [toX, toY]: Point): number {
  const shrink = Math.cos((fromY * Math.PI) / 180);
  const [alongX, alongY] = [(toX - fromX) * shrink, toY - fromY];
  const [byX, byY] = [(x - fromX) * shrink, y - fromY];
  const length = alongX ** 2 + alongY ** 2;
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, (byX * alongX + byY * alongY) / length));
  return Math.hypot(byX - share * alongX, byY - share * alongY);
}

/** Lines as texts, which `readOutlines` reads. Those with too few points are left out. */
function encoded(lines: readonly (readonly Point[])[], pointsMin: number): string {
  let [x, y] = [0, 0];
  return lines
    .map((line) =>
      line.map(([east, north]) => [Math.round(east / unitDegrees), Math.round(north / unitDegrees)]),
    )
    .map((line) => line.filter((point, nth) => `${point}` !== `${line[nth - 1]}`))
    .filter(({ length }) => length >= pointsMin)
    .map((line) =>
      line
        .map(([east, north]) => {
          const text = encodedNumber(east! - x) + encodedNumber(north! - y);
          [x, y] = [east!, north!];
          return text;
        })
        .join(""),
    )
    .join(" ");
}

function encodedNumber(value: number): string {
  let rest = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  for (; rest >= 32; rest >>>= 5) text += String.fromCharCode(63 + (32 | (rest & 31)));
  return text + String.fromCharCode(63 + rest);
}

main(process.argv[2]!);
