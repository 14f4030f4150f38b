import type { SensorKind } from "./world-plan.ts";

const dayMs = 86_400_000;
/** The warmest hour of the day, in UTC. */
const warmestHour = 14;

/** The value of a sensor at a time. It is always the same for the same device, sensor and time. */
export function valueAt({ slug, curve, decimals }: SensorKind, device: number, atMs: number): number {
  const [middle, swing, jitter] = curve;
  const ofDay = (atMs % dayMs) / dayMs;
  const daily = Math.cos((ofDay - warmestHour / 24) * 2 * Math.PI);
  // Weather: a slow wave over some days, so that days differ.
  const weather = Math.sin(atMs / (3.7 * dayMs)) * 0.5;
  const noise = hash(`${slug} ${device} ${Math.floor(atMs / 60_000)}`) - 0.5;
  const ownLevel = (hash(`${slug} ${device}`) - 0.5) * Math.abs(swing) * 0.5;
  const value = middle + ownLevel + swing * (daily + weather) + 2 * jitter * noise;
  return Number(value.toFixed(Math.max(decimals, 1)));
}

/** A number from 0 to below 1 that depends only on the text. */
function hash(text: string): number {
  let state = 2_166_136_261;
  for (let place = 0; place < text.length; place++)
    state = Math.imul(state ^ text.charCodeAt(place), 16_777_619);
  state = Math.imul(state ^ (state >>> 15), 2_246_822_507);
  return ((state ^ (state >>> 13)) >>> 0) / 2 ** 32;
}
