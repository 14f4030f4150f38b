const quarterSeconds = 900;

/** A power of two. Readings come mostly in order of time, so two and a half days of quarter hours are plenty. */
const quartersMax = 256;

/**
 * Finds the UTC offset of a time zone without asking the runtime's calendar each time, which takes microseconds. Offsets are
 * remembered by quarter hour, because they change at the full, half or quarter hour. For exceptions (St. John's changed a
 * minute past midnight until 2011), that quarter hour is looked up each time.
 */
export class TimeZone {
  readonly #calendar: Intl.DateTimeFormat;
  readonly #quarters = new Float64Array(quartersMax).fill(Number.NaN);
  /** NaN for a quarter hour within which the offset changes. */
  readonly #offsets = new Float64Array(quartersMax);

  constructor(calendar: Intl.DateTimeFormat) {
    this.#calendar = calendar;
  }

  /** Returns what to add to a UTC time in seconds since 1970 to get local time. */
  offsetSeconds(atSeconds: number): number {
    const quarter = Math.floor(atSeconds / quarterSeconds);
    const slot = quarter & (quartersMax - 1);
    if (this.#quarters[slot] !== quarter) this.#remember(quarter, slot);
    const offset = this.#offsets[slot]!;
    return Number.isNaN(offset) ? this.#lookUp(atSeconds) : offset;
  }

  #remember(quarter: number, slot: number): void {
    const first = this.#lookUp(quarter * quarterSeconds);
    const last = this.#lookUp((quarter + 1) * quarterSeconds - 1);
    this.#quarters[slot] = quarter;
    this.#offsets[slot] = first === last ? first : Number.NaN;
  }

  #lookUp(atSeconds: number): number {
    const second = Math.floor(atSeconds);
    const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
    for (const { type, value } of this.#calendar.formatToParts(second * 1000)) {
      if (Object.hasOwn(clock, type)) clock[type as keyof typeof clock] = Number(value);
    }
    const { year, month, day, hour, minute } = clock;
    return Date.UTC(year, month - 1, day, hour, minute, clock.second) / 1000 - second;
  }
}

/** By name in lower case, so there are no more entries than the runtime knows names. */
const known = new Map<string, TimeZone>();

/**
 * Returns the time zone of this name in the IANA database, in any case of letters, or of an offset like +01:00; otherwise null.
 */
export function findTimeZone(name: string): TimeZone | null {
  const key = name.toLowerCase();
  const found = known.get(key);
  if (found !== undefined) return found;
  const calendar = calendarOf(name);
  if (calendar === null) return null;
  // Several names may mean the same zone, and share its memory.
  const usual = calendar.resolvedOptions().timeZone.toLowerCase();
  const zone = known.get(usual) ?? new TimeZone(calendar);
  known.set(usual, zone);
  known.set(key, zone);
  return zone;
}

function calendarOf(name: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat("en-US", {
      timeZone: name,
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
