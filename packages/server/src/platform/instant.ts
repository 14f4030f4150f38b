import { civilFromDays, secondsPerDay } from "./calendar.ts";

/**
 * How Weir writes a point in time: ISO 8601 in UTC with six decimals, so that texts of equal length sort by time.
 *
 * An instant is whole seconds since 1970 plus 0 to 999,999 microseconds, which always count forward: half a second
 * before 1970 is -1 s and 500,000 us. Years outside 0 to 9999, which only a far-off clock correction reaches, are
 * written with a sign and six digits, as Date does.
 */
export function formatInstant(seconds: number, micros: number): string {
  const days = Math.floor(seconds / secondsPerDay);
  const secondOfDay = seconds - days * secondsPerDay;
  const { year, month, day } = civilFromDays(days);
  const hour = Math.floor(secondOfDay / 3600);
  const minute = Math.floor(secondOfDay / 60) % 60;
  const date = `${formatYear(year)}-${twoDigits[month]}-${twoDigits[day]}`;
  const time = `${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[secondOfDay % 60]}`;
  return `${date}T${time}.${String(micros).padStart(6, "0")}Z`;
}

/** The same for an instant in microseconds since 1970. A bigint also reaches the instants past the year 2255. */
export function formatMicros(us: number | bigint): string {
  const remainder = Number(typeof us === "bigint" ? us % 1_000_000n : us % 1_000_000);
  const micros = remainder < 0 ? remainder + 1_000_000 : remainder;
  const seconds =
    typeof us === "bigint" ? Number((us - BigInt(micros)) / 1_000_000n) : (us - micros) / 1_000_000;
  return formatInstant(seconds, micros);
}

const twoDigits: readonly string[] = Array.from({ length: 100 }, (_, n) => String(n).padStart(2, "0"));

function formatYear(year: number): string {
  if (year >= 0 && year <= 9999) return String(year).padStart(4, "0");
  return (year < 0 ? "-" : "+") + String(Math.abs(year)).padStart(6, "0");
}
