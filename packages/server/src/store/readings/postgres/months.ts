/** A month in UTC. Readings are kept in one table per month. Times are microseconds since 1970. */
export interface Month {
  /** For example 2026_11. */
  readonly name: string;
  readonly startUs: number;
  /** The start of the next month. */
  readonly endUs: number;
}

/** Returns the month of a time. */
export function monthOf(us: number): Month {
  const atMs = Math.floor(us / 1000);
  const date = new Date(atMs);
  return monthFrom(date.getUTCFullYear(), date.getUTCMonth());
}

/** Returns the month that is `months` after this one; a negative number counts back. */
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
