/** A stretch of requests lasts at least this long, so that requests in quick succession do not look like a rhythm. */
const stretchMinMs = 60_000;
/**
 * It also lasts at least this share of the known interval, because a device that empties its buffer has not become
 * faster.
 */
const stretchShare = 0.5;
/** With fewer stretches there is no rhythm yet. */
const stretchesMin = 3;
/** How many stretches are remembered. The newest count. */
const stretchesMax = 8;
/** The share of stretches whose longest pause is within the interval. The others may be outages. */
const regularShare = 0.75;
const pauseMaxMs = 30 * 86_400_000;

/**
 * How often a device sends, learned from the pauses between its requests.
 *
 * Requests are combined into stretches, and the longest pause of each stretch counts. A burst, a retry or an emptied
 * buffer is part of a stretch and changes nothing. The interval is the upper quartile of the last eight stretches, so
 * two outages among them change nothing either, and three pauses of a new length are believed.
 */
export class DeviceRhythm {
  readonly #pausesMs: number[];
  #stretchMs = 0;
  #longestMs = 0;
  #intervalMs: number | null;

  constructor(pausesMs: readonly number[] = []) {
    this.#pausesMs = pausesMs.slice(-stretchesMax);
    this.#intervalMs = intervalOf(this.#pausesMs);
  }

  /** Reads a rhythm back. Unreadable text counts as nothing known. */
  static parse(text: string | null): DeviceRhythm {
    const pausesMs = text === null || text === "" ? [] : text.split(",").map(Number);
    return new DeviceRhythm(pausesMs.every((pauseMs) => pauseMs > 0) ? pausesMs : []);
  }

  /** The interval of a stored rhythm; null if it is not known. */
  static intervalOf(text: string | null): number | null {
    return text === null ? null : DeviceRhythm.parse(text).intervalMs;
  }

  /** Null while too little is known. */
  get intervalMs(): number | null {
    return this.#intervalMs;
  }

  get text(): string {
    return this.#pausesMs.join(",");
  }

  /** Records a request this long after the previous one. Returns whether it completed a stretch. */
  note(pauseMs: number): boolean {
    // A clock may be set back.
    if (pauseMs <= 0) return false;
    const boundedMs = Math.min(Math.round(pauseMs), pauseMaxMs);
    this.#stretchMs += boundedMs;
    this.#longestMs = Math.max(this.#longestMs, boundedMs);
    if (this.#stretchMs < Math.max(stretchMinMs, stretchShare * (this.#intervalMs ?? 0))) return false;
    this.#pausesMs.push(this.#longestMs);
    if (this.#pausesMs.length > stretchesMax) this.#pausesMs.shift();
    this.#stretchMs = 0;
    this.#longestMs = 0;
    this.#intervalMs = intervalOf(this.#pausesMs);
    return true;
  }
}

function intervalOf(pausesMs: readonly number[]): number | null {
  if (pausesMs.length < stretchesMin) return null;
  const sorted = pausesMs.toSorted((a, b) => a - b);
  return roundInterval(sorted[Math.floor(regularShare * (sorted.length - 1))]!);
}

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Up to the first, a multiple of the second. */
const steps: readonly (readonly [belowMs: number, stepMs: number])[] = [
  [20 * secondMs, secondMs],
  [2 * minuteMs, 5 * secondMs],
  [10 * minuteMs, 30 * secondMs],
  [hourMs, minuteMs],
  [6 * hourMs, 10 * minuteMs],
  [48 * hourMs, hourMs],
  [Number.POSITIVE_INFINITY, 6 * hourMs],
];

/** Rounds as a person would: 4 min 58 s is every 5 minutes. */
function roundInterval(intervalMs: number): number {
  const [, stepMs] = steps.find(([belowMs]) => intervalMs < belowMs)!;
  return Math.max(stepMs, Math.round(intervalMs / stepMs) * stepMs);
}
