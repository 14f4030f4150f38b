/**
 * Curves for sample readings. Each is a function of the time alone, so the same moment always has the same value, and
 * loading twice gives the same history.
 */
export type Curve = (atMs: number) => number;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** From -1 at four in the morning (UTC) to 1 at four in the afternoon. */
export function dayWave(atMs: number): number {
  return -Math.cos((2 * Math.PI * (atMs - 4 * hourMs)) / dayMs);
}

/** Between -1 and 1, without a pattern. Different seeds give different noise. */
export function noise(seed: number, atMs: number): number {
  let mixed = (Math.floor(atMs / 1000) ^ Math.imul(seed, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** A value that follows the day, with some noise. */
export function daily(seed: number, middle: number, swing: number, roughness: number): Curve {
  return (atMs) => middle + swing * dayWave(atMs) + roughness * noise(seed, atMs);
}

/** A cooled room: it warms up slowly, and the compressor cools it again, every 50 minutes or so. */
export function cooled(seed: number, coldest: number, band: number): Curve {
  const cycleMs = (45 + 10 * Math.abs(noise(seed, 0))) * 60_000;
  return (atMs) => coldest + (band * (atMs % cycleMs)) / cycleMs + 0.2 * noise(seed, atMs);
}

/** Like `curve` until `fromMs`. From then on it gets warmer by `degreesPerDay`. */
export function failing(curve: Curve, fromMs: number, degreesPerDay: number): Curve {
  return (atMs) => curve(atMs) + (Math.max(0, atMs - fromMs) / dayMs) * degreesPerDay;
}

/** Higher between seven and eighteen o'clock (UTC) on working days. */
export function workingHours(seed: number, rest: number, busy: number, roughness: number): Curve {
  return (atMs) => {
    const time = new Date(atMs);
    const isWorkingDay = time.getUTCDay() % 6 !== 0;
    const hours = time.getUTCHours() + time.getUTCMinutes() / 60;
    const rise = isWorkingDay ? Math.max(0, Math.sin((Math.PI * (hours - 7)) / 11)) : 0;
    const isWithin = hours > 7 && hours < 18;
    return rest + (isWithin ? busy * rise : 0) + roughness * noise(seed, atMs);
  };
}

/** Falls from `full` to `empty` in a week before `endMs`. */
export function draining(full: number, empty: number, endMs: number): Curve {
  return (atMs) => empty + ((full - empty) * Math.min(7 * dayMs, endMs - atMs)) / (7 * dayMs);
}

/** 1 while something is on or open, which happens for some hours of the day; otherwise 0. */
export function sometimes(seed: number, share: number): Curve {
  return (atMs) => (noise(seed, Math.floor(atMs / hourMs) * hourMs) < 2 * share - 1 ? 1 : 0);
}
