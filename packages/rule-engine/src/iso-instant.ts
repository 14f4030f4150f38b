const dayUs = 86_400_000_000;

let lastDay = Number.NaN;
let lastDate = "";

/**
 * A time in microseconds since 1970 as ISO 8601 in UTC, always with six decimals. Past the year 2255 doubles no longer
 * hold every microsecond; remainders of them are exact all the same, so the text is that of the number, to the digit.
 */
export function isoInstant(us: number): string {
  const remainder = us % dayUs;
  const usOfDay = remainder < 0 ? remainder + dayUs : remainder;
  const day = (us - usOfDay) / dayUs;
  if (day !== lastDay) {
    lastDate = isoDate(day);
    lastDay = day;
  }
  const second = Math.floor(usOfDay / 1e6);
  const minute = Math.floor(second / 60);
  const time = `${twoDigits[Math.floor(minute / 60)]}:${twoDigits[minute % 60]}:${twoDigits[second % 60]}`;
  return `${lastDate}T${time}.${String(usOfDay % 1e6).padStart(6, "0")}Z`;
}

const twoDigits: readonly string[] = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, "0"));

/** Readings follow one another within a day, so this runs seldom and may take the long way. */
function isoDate(day: number): string {
  const dayMs = day * 86_400_000;
  const text = new Date(dayMs).toISOString();
  return text.slice(0, text.indexOf("T"));
}
