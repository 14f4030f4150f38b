import { type Finding, median } from "./scenarios/scenario.ts";

const framesPerSecondMin = 50;
const slowShare = 0.05;

/** Three findings about the milliseconds that each of many frames took. */
export function frameFindings(what: string, frames: readonly number[]): Finding[] {
  const target = { atLeast: framesPerSecondMin };
  return [
    { what: `${what}, median`, measured: 1000 / median(frames), unit: "fps", target },
    { what: `${what}, on average`, measured: 1000 / mean(frames), unit: "fps", target },
    { what: `${what}, slowest 5%`, measured: 1000 / slow(frames), unit: "fps" },
  ];
}

export function framesInWords(frames: readonly number[]): string {
  const perSecond = [median(frames), mean(frames), slow(frames)].map((ms) => (1000 / ms).toFixed(1));
  return `median ${perSecond[0]}, average ${perSecond[1]}, 5th percentile ${perSecond[2]} frames a second`;
}

/** The 95th percentile. */
function slow(frames: readonly number[]): number {
  const sorted = [...frames].sort((a, b) => b - a);
  return sorted[Math.floor(sorted.length * slowShare)]!;
}

function mean(frames: readonly number[]): number {
  return frames.reduce((sum, ms) => sum + ms, 0) / frames.length;
}
