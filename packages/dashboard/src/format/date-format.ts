import { type TimeSettings, timeSettings } from "./time-settings.ts";
import { shownTimeZone } from "./time-zone.ts";

/**
 * A format for dates and times that follows the person's settings. Every time on a page is written by one of
 * these. The browser's formatter is kept until the settings change, because creating one takes far longer
 * than using it.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): () => Intl.DateTimeFormat {
  let made: Intl.DateTimeFormat | undefined;
  let madeFor: TimeSettings | undefined;
  return () => {
    const settings = timeSettings();
    if (made === undefined || madeFor !== settings) {
      madeFor = settings;
      const zoned = { ...options, timeZone: shownTimeZone(), ...hoursFor(settings, options) };
      made = new Intl.DateTimeFormat(undefined, zoned);
    }
    return made;
  };
}

/** A format without hours must not have a setting for hours. */
function hoursFor(
  { timeFormat }: TimeSettings,
  { hour, timeStyle }: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormatOptions {
  if (timeFormat === "auto" || (hour === undefined && timeStyle === undefined)) return {};
  return { hourCycle: timeFormat === "12h" ? "h12" : "h23" };
}
