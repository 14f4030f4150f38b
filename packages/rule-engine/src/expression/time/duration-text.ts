import { RunFailure } from "../run-failure.ts";

const lengthMax = 40;
const whole = /^[+-]?(?:\d+(?:\.\d+)?(?:h|ms|m|s|us|ns))+$/;
const parts = /(\d+)(?:\.(\d+))?(h|ms|m|s|us|ns)/g;
const fractionDigits = 12;
const nanosecondsOf: Readonly<Record<string, bigint>> = {
  h: 3_600_000_000_000n,
  m: 60_000_000_000n,
  s: 1_000_000_000n,
  ms: 1_000_000n,
  us: 1_000n,
  ns: 1n,
};

/** Parses durations such as "90s", "1h30m" or "-1.5h" exactly, into microseconds. */
export function parseDuration(text: string): number {
  if (text.length > lengthMax || !whole.test(text)) throw invalid(text);
  let nanoseconds = 0n;
  for (const [, digits, fraction = "", unit] of text.matchAll(parts)) {
    if (fraction.length > fractionDigits) throw invalid(text);
    const unitNanoseconds = nanosecondsOf[unit!]!;
    nanoseconds += BigInt(digits!) * unitNanoseconds;
    nanoseconds +=
      (BigInt(fraction.padEnd(fractionDigits, "0")) * unitNanoseconds) / 10n ** BigInt(fractionDigits);
  }
  if (nanoseconds % 1_000n !== 0n)
    throw new RunFailure(`"${text}" is finer than a microsecond; write whole microseconds.`);
  const microseconds = Number(nanoseconds / 1_000n);
  return inDurationRange(text.startsWith("-") ? -microseconds : microseconds);
}

/** Formats in seconds, as CEL does: "5400s", "0.25s". */
export function formatDuration(durationUs: number): string {
  const size = Math.abs(durationUs);
  const seconds = Math.floor(size / 1_000_000);
  const micros = size - seconds * 1_000_000;
  const fraction = micros === 0 ? "" : `.${String(micros).padStart(6, "0").replace(/0+$/, "")}`;
  return `${durationUs < 0 ? "-" : ""}${seconds}${fraction}s`;
}

export function inDurationRange(durationUs: number): number {
  if (Number.isSafeInteger(durationUs)) return durationUs;
  throw new RunFailure("A duration must be shorter than 285 years.");
}

function invalid(text: string): RunFailure {
  const shown = JSON.stringify(text.slice(0, lengthMax));
  return new RunFailure(`${shown} is not a duration; write it like "90s", "15m" or "1h30m".`);
}
