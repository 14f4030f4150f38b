const dayUs = 86_400_000_000;

let lastDay = Number.NaN;
let lastDate = "";

/**
 * Formats a point in time, given in microseconds since 1970: ISO 8601 in UTC, always with six decimals, so that texts of equal
 * length sort by time. Years outside 0 to 9999, which only a far-off clock correction reaches, are written with a sign and six
 * digits, as Date does.
 *
 * After the year 2255 doubles no longer hold every microsecond, but their remainders are exact, so the text matches the number
 * to the digit. A bigint holds every microsecond of any year.
 */
export function formatMicros(us: number | bigint): string {
  const remainder = typeof us === "bigint" ? Number(us % BigInt(dayUs)) : us % dayUs;
  const usOfDay = remainder < 0 ? remainder + dayUs : remainder;
  const day =
    typeof us === "bigint" ? Number((us - BigInt(usOfDay)) / BigInt(dayUs)) : (us - usOfDay) / dayUs;
  if (day !== lastDay) {
    lastDate = isoDate(day);
    lastDay = day;
  }
  const second = Math.floor(usOfDay / 1e6);
  const minute = Math.floor(second / 60);
  const time = `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`;
  const micros = usOfDay % 1e6;
  return `${lastDate}T${time}.${micros === 0 ? "000000" : String(micros).padStart(6, "0")}Z`;
}

const twoDigits: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));

/** Consecutive readings share a day, so this runs seldom and may be slow. */
function isoDate(day: number): string {
  const dayMs = day * 86_400_000;
  const text = new Date(dayMs).toISOString();
  return text.slice(0, text.indexOf("T"));
}
