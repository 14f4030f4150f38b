import type { ThresholdStatus } from "@weir/protocol/threshold-statuses";
import { type StatusStep, statusOf } from "./value-status.ts";

/** The arc of a gauge in degrees, from the lower left over the top to the lower right. */
const sweepDegrees = 240;
const startDegrees = -sweepDegrees / 2;

interface GaugeZone {
  /** From 0 at the lowest value to 1 at the highest. */
  readonly from: number;
  readonly to: number;
  /** Null below the first threshold. */
  readonly status: ThresholdStatus | null;
}

interface GaugeScale {
  readonly min: number;
  readonly max: number;
}

/** Where a value is on the scale, from 0 to 1. Values outside the scale are at its ends. */
export function shareOf(value: number, { min, max }: GaugeScale): number {
  return Math.min(Math.max((value - min) / (max - min), 0), 1);
}

/** The parts of the scale between its thresholds. */
export function zonesOf(scale: GaugeScale, steps: readonly StatusStep[]): readonly GaugeZone[] {
  const inner = steps.map(({ from }) => from).filter((value) => value > scale.min && value < scale.max);
  const starts = [scale.min, ...new Set(inner)];
  return starts.map((start, nth) => ({
    from: shareOf(start, scale),
    to: shareOf(starts[nth + 1] ?? scale.max, scale),
    status: statusOf(start, steps),
  }));
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
