const minuteS = 60;
const hourS = 3600;

/** With separators of thousands, as in "3,000,000". */
export function shownCount(count: number): string {
  return Math.round(count).toLocaleString("en-US");
}

/** As in "40 s", "12 min" or "3.5 h". */
export function shownTime(seconds: number): string {
  if (seconds < 2 * minuteS) return `${Math.round(seconds)} s`;
  if (seconds < 2 * hourS) return `${Math.round(seconds / minuteS)} min`;
  return `${(seconds / hourS).toFixed(1)} h`;
}
