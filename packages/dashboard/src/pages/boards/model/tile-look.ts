import type { SensorLook } from "../../../format/sensor-look.ts";
import type { TileOf } from "./board.ts";

type OwnLook = Pick<TileOf<"value">["settings"], "unit" | "decimals" | "states" | "min" | "max">;

/** How a tile shows the values of a sensor: as its own settings say, else as the sensor and its type do. */
export function tileLook({ unit, decimals, states, min, max }: OwnLook, look: SensorLook): SensorLook {
  return {
    unit: unit === undefined ? look.unit : unit || null,
    decimals: decimals ?? look.decimals,
    states: states ?? look.states,
    min: min ?? look.min,
    max: max ?? look.max,
  };
}

/** The length of a scale of which only one end is known. */
const usualLength = 100;

/** The ends of the scale of a gauge. An end that is not known, or that would turn the scale around, is chosen. */
export function scaleEnds({ min, max }: Pick<SensorLook, "min" | "max">): {
  readonly min: number;
  readonly max: number;
} {
  const low = min ?? (max === null || max > 0 ? 0 : max - usualLength);
  const high = max ?? usualLength;
  if (low < high) return { min: low, max: high };
  return { min: low, max: low < usualLength ? usualLength : low + usualLength };
}
