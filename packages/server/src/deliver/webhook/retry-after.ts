/** The maximum wait, even if a receiver asks for more. */
const retryAfterMaxMs = 60 * 60 * 1000;

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const httpDate = /^[A-Z][a-z]{2}, (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/;

/** Returns how long a Retry-After header asks to wait, in seconds or until a date; null if it is not usable. */
export function retryAfterMs(header: string | undefined, nowMs: number): number | null {
  if (header === undefined) return null;
  const waitMs = /^\d+$/.test(header) ? Number(header) * 1000 : untilDateMs(header, nowMs);
  return waitMs === null ? null : Math.min(Math.max(waitMs, 0), retryAfterMaxMs);
}

function untilDateMs(header: string, nowMs: number): number | null {
  const [, day, month, year, hour, minute, second] = httpDate.exec(header) ?? [];
  const monthIndex = months.indexOf(month ?? "");
  if (monthIndex < 0) return null;
  const dateMs = Date.UTC(
    Number(year),
    monthIndex,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return dateMs - nowMs;
}
