/** The arc of a gauge in degrees, from the lower left over the top to the lower right. */
const sweepDegrees = 240;
const startDegrees = -sweepDegrees / 2;

interface GaugeZone {
  /** From 0 at the lowest value to 1 at the highest. */
  readonly from: number;
  readonly to: number;
  readonly colour: string;
}

interface GaugeScale {
  readonly min: number;
  readonly max: number;
  readonly thresholds: readonly number[];
}

/** Where a value is on the scale, from 0 to 1. Values outside the scale are at its ends. */
export function shareOf(value: number, { min, max }: Pick<GaugeScale, "min" | "max">): number {
  return Math.min(Math.max((value - min) / (max - min), 0), 1);
}

/** The parts of the scale between its thresholds. They go from green to red. */
export function zonesOf(scale: GaugeScale): readonly GaugeZone[] {
  const inner = scale.thresholds.filter((value) => value > scale.min && value < scale.max);
  const edges = [0, ...[...new Set(inner)].toSorted((a, b) => a - b).map((one) => shareOf(one, scale)), 1];
  const last = edges.length - 2;
  return edges.slice(1).map((to, nth) => ({ from: edges[nth]!, to, colour: colourOf(nth, last) }));
}

function colourOf(nth: number, last: number): string {
  if (last === 0) return "var(--accent)";
  if (nth === 0) return "var(--ok)";
  return nth === last ? "var(--bad)" : "var(--warn)";
}

/** The zone of a share; the lower one at an edge is over. */
export function zoneAt(share: number, zones: readonly GaugeZone[]): GaugeZone {
  return zones.findLast(({ from }) => share >= from) ?? zones[0]!;
}

/** The path of an arc around 0,0 between two shares of the scale. */
export function arcPath(from: number, to: number, radius: number): string {
  const [x1, y1] = pointAt(from, radius);
  const [x2, y2] = pointAt(to, radius);
  const isLarge = (to - from) * sweepDegrees > 180;
  return `M${x1} ${y1}A${radius} ${radius} 0 ${isLarge ? 1 : 0} 1 ${x2} ${y2}`;
}

function pointAt(share: number, radius: number): [x: string, y: string] {
  const angle = ((startDegrees + share * sweepDegrees) * Math.PI) / 180;
  return [(Math.sin(angle) * radius).toFixed(2), (-Math.cos(angle) * radius).toFixed(2)];
}
