import { fromWallClockMs } from "../../../format/time-zone.ts";
import type { TimeFormat } from "./import-plan.ts";

/** The year is first, as in ISO 8601. The T may be a space, and the time may be missing. */
const isoLike =
  /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(Z|UTC|[+-]\d{2}(?::?\d{2})?)?$/i;
/** The year is last. Which of the other two is the day has to be known. */
const yearLast =
  /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?:,?[T ]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?)?\s*(AM|PM)?$/i;
const unixNumber = /^\d{1,17}(?:\.\d+)?$/;

/** Reads the times of a file in one format and returns them as ISO 8601 in UTC. */
export class FileTimeReader {
  readonly #format: TimeFormat;
  readonly #timeZone: string;
  /** The offset of the zone for quarters of an hour. Looking it up takes far longer than the rest. */
  readonly #offsets = new Map<number, number>();

  constructor(format: TimeFormat, timeZone: string) {
    this.#format = format;
    this.#timeZone = timeZone;
  }

  /** Null if the text is not a time in this format. */
  read(text: string): string | null {
    switch (this.#format) {
      case "iso":
        return this.#readIso(text);
      case "unix_s":
        return readUnix(text, 1);
      case "unix_ms":
        return readUnix(text, 1000);
      default:
        return this.#readYearLast(text);
    }
  }

  #readIso(text: string): string | null {
    const found = isoLike.exec(text);
    if (found === null) return null;
    const [, year, month, day, hour, minute, second, fraction, zone] = found;
    const wallMs = wallClock([year, month, day, hour, minute, second]);
    if (wallMs === null) return null;
    return isoText(zone === undefined ? this.#inZone(wallMs) : wallMs - offsetMs(zone), fraction);
  }

  #readYearLast(text: string): string | null {
    const found = yearLast.exec(text);
    if (found === null) return null;
    const [, first, other, year, hour, minute, second, fraction, half] = found;
    const [day, month] = this.#format === "dmy" ? [first, other] : [other, first];
    const hourOfDay = half === undefined ? hour : hourIn24(hour, half);
    const wallMs = wallClock([year, month, day, hourOfDay, minute, second]);
    return wallMs === null ? null : isoText(this.#inZone(wallMs), fraction);
  }

  #inZone(wallMs: number): number {
    if (this.#timeZone === "UTC") return wallMs;
    const quarter = Math.floor(wallMs / quarterMs);
    let offset = this.#offsets.get(quarter);
    if (offset === undefined) {
      if (this.#offsets.size >= offsetsKeptMax) this.#offsets.clear();
      offset = quarter * quarterMs - fromWallClockMs(quarter * quarterMs, this.#timeZone);
      this.#offsets.set(quarter, offset);
    }
    return wallMs - offset;
  }
}

const quarterMs = 15 * 60_000;
const offsetsKeptMax = 10_000;

/** Whether the text says by itself which instant it means. */
export function namesItsZone(text: string): boolean {
  const found = isoLike.exec(text);
  return found !== null && found[8] !== undefined;
}

/** The parts of a date and time as if they were UTC; null if there is no such date or time. */
function wallClock(parts: readonly (string | undefined)[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) =>
    Number(part ?? 0),
  );
  if (hour > 23 || minute > 59 || second > 59) return null;
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null;
  return date.setUTCHours(hour, minute, second);
}

/** 99 if no clock with two halves shows this hour. */
function hourIn24(hour: string | undefined, half: string): string {
  const number = Number(hour);
  if (!(number >= 1 && number <= 12)) return "99";
  return String((number % 12) + (half.toUpperCase() === "PM" ? 12 : 0));
}

function offsetMs(zone: string): number {
  if (/^(Z|UTC)$/i.test(zone)) return 0;
  const digits = zone.slice(1).replace(":", "").padEnd(4, "0");
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000;
}

/** Keeps the digits as text, because a double does not hold every microsecond. */
function readUnix(text: string, perSecond: 1 | 1000): string | null {
  if (!unixNumber.test(text)) return null;
  const [whole = "", decimals = ""] = text.split(".");
  if (perSecond === 1) return isoText(Number(whole) * 1000, decimals);
  const padded = whole.padStart(4, "0");
  return isoText(Number(padded.slice(0, -3)) * 1000, padded.slice(-3) + decimals);
}

const latestMs = Date.UTC(10_000, 0);

function isoText(ms: number, fraction = ""): string | null {
  if (!(ms >= 0 && ms < latestMs)) return null;
  const micros = fraction.slice(0, 6);
  return `${new Date(ms).toISOString().slice(0, 19)}${micros === "" ? "" : `.${micros}`}Z`;
}
