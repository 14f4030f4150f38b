import { RunFailure } from "../run-failure.ts";

const pattern = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:Z|([+-])(\d\d):(\d\d))$/;
const lengthMax = 40;

/** Parses RFC 3339. Fractions finer than a microsecond are truncated, as in readings. */
export function parseTimestamp(text: string): number {
  const found = text.length > lengthMax ? null : pattern.exec(text);
  if (found === null) throw invalid(text);
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const midnightMs = Date.UTC(year, month - 1, day);
  // An impossible day rolls over into the next month; a year below 100 into the 20th century.
  const date = new Date(midnightMs);
  if (date.getUTCFullYear() !== year || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day)
    throw invalid(text);
  const [, , , , , , , fraction = "", sign, offsetHours = "0", offsetMinutes = "0"] = found;
  if (hour > 23 || minute > 59 || second > 59 || Number(offsetHours) > 23 || Number(offsetMinutes) > 59)
    throw invalid(text);
  const offsetSeconds = (sign === "-" ? -1 : 1) * (Number(offsetHours) * 3_600 + Number(offsetMinutes) * 60);
  const seconds = midnightMs / 1_000 + hour * 3_600 + minute * 60 + second - offsetSeconds;
  return inTimestampRange(seconds * 1_000_000 + Number(fraction.slice(0, 6).padEnd(6, "0")));
}

export function formatTimestamp(atUs: number): string {
  const wholeMs = Math.floor(atUs / 1_000_000) * 1_000;
  const micros = atUs - wholeMs * 1_000;
  const text = new Date(wholeMs).toISOString().slice(0, -5);
  return micros === 0 ? `${text}Z` : `${text}.${String(micros).padStart(6, "0").replace(/0+$/, "")}Z`;
}

/** Microseconds are exact within 285 years of 1970; times beyond have no value rather than a rounded one. */
export function inTimestampRange(atUs: number): number {
  if (Number.isSafeInteger(atUs)) return atUs;
  throw new RunFailure("A timestamp must lie between the years 1685 and 2255.");
}

function invalid(text: string): RunFailure {
  const shown = JSON.stringify(text.slice(0, lengthMax));
  return new RunFailure(`${shown} is not a timestamp; write it like "2026-11-15T08:30:00Z".`);
}
