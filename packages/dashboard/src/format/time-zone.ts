import { timeSettings } from "./time-settings.ts";

const dayMs = 86_400_000;

let ofBrowser: string | undefined;

/** The zone of the browser, by its name in the IANA database. */
export function browserTimeZone(): string {
  ofBrowser ??= new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return ofBrowser;
}

/** The zone in which times are shown. If this browser does not know it, the browser's own zone is used. */
export function shownTimeZone(): string {
  const { timeZone } = timeSettings();
  return timeZone !== null && isTimeZone(timeZone) ? timeZone : browserTimeZone();
}

function isTimeZone(name: string): boolean {
  try {
    calendarOf(name);
    return true;
  } catch {
    return false;
  }
}

const calendars = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter takes far longer than using it. The browser's list of zones limits how many there can be. */
function calendarOf(timeZone: string): Intl.DateTimeFormat {
  let calendar = calendars.get(timeZone);
  if (calendar === undefined) {
    calendar = new Intl.DateTimeFormat("en-US", {
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
    calendars.set(timeZone, calendar);
  }
  return calendar;
}

/**
 * The wall-clock time of the zone, expressed as if it were UTC: `new Date(wallClockMs(ms)).getUTCHours()` is
 * the local hour.
 */
export function wallClockMs(ms: number, timeZone = shownTimeZone()): number {
  const clock = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 };
  const second = Math.floor(ms / 1000) * 1000;
  for (const { type, value } of calendarOf(timeZone).formatToParts(second))
    if (Object.hasOwn(clock, type)) clock[type as keyof typeof clock] = Number(value);
  const { year, month, day, hour, minute } = clock;
  return Date.UTC(year, month - 1, day, hour, minute, clock.second) + (ms - second);
}

/**
 * The instant at which the clocks show this time. If they show it twice because summer time ends, it is the first
 * instant. If they skip it because summer time begins, it is moved forward by the skipped time. JavaScript reads dates
 * the same way.
 */
export function fromWallClockMs(wallMs: number, timeZone = shownTimeZone()): number {
  const offsetNear = (ms: number) => wallClockMs(ms, timeZone) - ms;
  const before = offsetNear(wallMs - dayMs);
  const after = offsetNear(wallMs + dayMs);
  const fitting = [wallMs - before, wallMs - after].filter((ms) => wallClockMs(ms, timeZone) === wallMs);
  return fitting.length > 0 ? Math.min(...fitting) : wallMs - before;
}

/** The value of an input for dates and times: wall-clock time without a zone. */
export function wallClockText(ms: number): string {
  return new Date(wallClockMs(ms)).toISOString().slice(0, 19);
}

/** The instant that such an input describes; NaN if it is empty. */
export function parseWallClock(text: string): number {
  const wallMs = Date.parse(`${text}Z`);
  return Number.isNaN(wallMs) ? Number.NaN : fromWallClockMs(wallMs);
}

export function isSameDay(ms: number, otherMs: number): boolean {
  return wallClockText(ms).slice(0, 10) === wallClockText(otherMs).slice(0, 10);
}

/** "Europe/Berlin (GMT+2)", with the offset of that time. */
export function zoneText(ms: number, timeZone = shownTimeZone()): string {
  const offset = offsetText(ms, timeZone);
  return timeZone === "UTC" || offset === timeZone
    ? timeZone
    : `${timeZone.replaceAll("_", " ")} (${offset})`;
}

/** "GMT+2". */
export function offsetText(ms: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(ms);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** Every zone that the browser knows, by name. UTC, which browsers leave out, comes first. */
export function allTimeZones(): readonly string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((name) => name !== "UTC")];
}
