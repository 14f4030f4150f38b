/**
 * Curves for sample readings. Each is a function of the time alone, so the same moment always has the same value: history
 * and what is sent later fit together, also after a restart.
 */
export type Curve = (atMs: number) => number;

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** From -1 at four in the morning (UTC) to 1 at four in the afternoon. */
function dayWave(atMs: number): number {
  return -Math.cos((2 * Math.PI * (atMs - 4 * hourMs)) / dayMs);
}

/** Between -1 and 1, without a pattern. Different seeds give different noise. */
export function noise(seed: number, atMs: number): number {
  let mixed = (Math.floor(atMs / 1000) ^ Math.imul(seed, 0x9e3779b1)) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 31 - 1;
}

/** Between 0 and 1, the same for all of the nth span of time. */
function chance(seed: number, nth: number): number {
  return (noise(seed, nth * 1000) + 1) / 2;
}

/** A value that follows the day, with some noise. */
export function daily(seed: number, middle: number, swing: number, roughness: number): Curve {
  return (atMs) => middle + swing * dayWave(atMs) + roughness * noise(seed, atMs);
}

/** A cooled room: it warms up slowly, and the compressor cools it again, every 50 minutes or so. */
export function cooled(seed: number, coldest: number, band: number): Curve {
  const cycleMs = (45 + 10 * Math.abs(noise(seed, 0))) * minuteMs;
  return (atMs) => coldest + (band * (atMs % cycleMs)) / cycleMs + 0.2 * noise(seed, atMs);
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

interface Spells {
  /** At most one begins in each of these. */
  readonly everyMs: number;
  readonly lastMs: number;
  /** The share of spans that have one. */
  readonly share: number;
}

/** From 0 to 1 and back to 0 while a spell lasts; otherwise 0. */
export function spells(seed: number, { everyMs, lastMs, share }: Spells): Curve {
  return (atMs) => {
    const nth = Math.floor(atMs / everyMs);
    if (chance(seed, nth) >= share) return 0;
    const fromMs = nth * everyMs + chance(seed + 1, nth) * (everyMs - lastMs);
    return rise((atMs - fromMs) / lastMs);
  };
}

/** The same for one spell around a moment. */
export function spellAround(middleMs: number, lastMs: number): Curve {
  return (atMs) => rise((atMs - middleMs) / lastMs + 0.5);
}

function rise(part: number): number {
  return part <= 0 || part >= 1 ? 0 : Math.sin(Math.PI * part);
}

/** 1 while a door is open, which happens for a few minutes and rarely at night; otherwise 0. */
export function openings(seed: number, perHour: number): Curve {
  const everyMs = 20 * minuteMs;
  return (atMs) => {
    const nth = Math.floor(atMs / everyMs);
    const busy = dayWave(atMs) > 0 ? 1 : 0.15;
    if (chance(seed, nth) >= (perHour / 3) * busy) return 0;
    const fromMs = nth * everyMs + chance(seed + 1, nth) * 10 * minuteMs;
    return atMs >= fromMs && atMs < fromMs + (2 + 6 * chance(seed + 2, nth)) * minuteMs ? 1 : 0;
  };
}

/** Falls from `full` to `empty`, and begins again: a battery that is changed, or a tank that is filled. */
export function draining(full: number, empty: number, lastMs: number, sinceMs: number): Curve {
  return (atMs) => {
    const part = (((atMs - sinceMs) % lastMs) + lastMs) % lastMs;
    return full - ((full - empty) * part) / lastMs;
  };
}

/** The sun from six to eighteen o'clock (UTC), as a share of noon. */
export function sun(atMs: number): number {
  return Math.max(0, Math.sin((Math.PI * ((atMs % dayMs) / hourMs - 6)) / 12));
}

/** What a panel of so many kW has produced since a time, in kWh. */
export function sunEnergy(kilowatts: number, sinceMs: number): Curve {
  const until = (atMs: number): number => {
    const part = Math.min(1, Math.max(0, ((atMs % dayMs) / hourMs - 6) / 12));
    return (Math.floor(atMs / dayMs) + (1 - Math.cos(Math.PI * part)) / 2) * (24 / Math.PI) * kilowatts;
  };
  return (atMs) => until(atMs) - until(sinceMs);
}

/** What has been used since a time, in kWh, at a power that follows the day. Never falls, if `swing` is less than `middle`. */
export function usedEnergy(middle: number, swing: number, sinceMs: number): Curve {
  const until = (atMs: number): number =>
    (middle * atMs) / hourMs -
    (swing * 24 * Math.sin((2 * Math.PI * (atMs - 4 * hourMs)) / dayMs)) / (2 * Math.PI);
  return (atMs) => until(atMs) - until(sinceMs);
}
