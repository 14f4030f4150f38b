/** How far local time is ahead of UTC. */
export interface TimeZone {
  offsetUs(atUs: number): number;
}

const slotUs = 15 * 60 * 1_000_000;

/** Since then all zones have changed their offset on a quarter of an hour of UTC only. */
const quarterHoursSinceUs = Date.UTC(1980, 0, 1) * 1_000;

/** Null where the runtime knows no such zone. */
export function findTimeZone(name: string): TimeZone | null {
  const format = openFormat(name);
  return format === null ? null : new FormattedTimeZone(format);
}

/**
 * Asking the runtime for local time takes microseconds, so the offset is kept for the quarter of an hour it was asked
 * for: readings come in order of time, mostly.
 */
class FormattedTimeZone implements TimeZone {
  readonly #format: Intl.DateTimeFormat;
  #slot = Number.NaN;
  #slotOffsetUs = 0;

  constructor(format: Intl.DateTimeFormat) {
    this.#format = format;
  }

  offsetUs(atUs: number): number {
    const slot = Math.floor(atUs / slotUs);
    if (slot === this.#slot && atUs >= quarterHoursSinceUs) return this.#slotOffsetUs;
    this.#slot = slot;
    this.#slotOffsetUs = this.#ask(atUs);
    return this.#slotOffsetUs;
  }

  #ask(atUs: number): number {
    const atMs = Math.floor(atUs / 1_000_000) * 1_000;
    const parts = new Map<string, number>();
    for (const { type, value } of this.#format.formatToParts(atMs)) parts.set(type, Number(value));
    const part = (name: string): number => parts.get(name) ?? 0;
    const localMs = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second"),
    );
    return (localMs - atMs) * 1_000;
  }
}

function openFormat(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone,
      calendar: "gregory",
      numberingSystem: "latn",
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    });
  } catch {
    return null;
  }
}
