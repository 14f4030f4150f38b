/** Months in UTC, by which readings are kept in tables. Times are microseconds since 1970. */
export interface Month {
  /** Such as 2026_11. */
  readonly name: string;
  readonly startUs: number;
  /** The start of the next one. */
  readonly endUs: number;
}

/** The month that a time is in. */
export function monthOf(us: number): Month {
  const atMs = Math.floor(us / 1000);
  const date = new Date(atMs);
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth());
}

/** The month that comes so many after another one, or before it where the number is negative. */
export function monthAfter({ startUs }: Month, months: number): Month {
  const startMs = startUs / 1000;
  const date = new Date(startMs);
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth() + months);
}

function monthFrom(year: number, month: number): Month {
  const startMs = Date.UTC(year, month);
  const name = new Date(startMs).toISOString().slice(0, -17).replace("-", "_");
  return { name, startUs: startMs * 1000, endUs: Date.UTC(year, month + 1) * 1000 };
}
