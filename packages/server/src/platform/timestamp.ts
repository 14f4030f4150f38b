import { daysFromCivil, isCalendarDate, secondsPerDay } from "./calendar.ts";
import { digitAt, twoDigitsAt } from "./digits.ts";
import { Iso8601Parser, isWithinRange, isWritableYear } from "./iso-8601.ts";

const plus = 0x2b;
const dash = 0x2d;
const dot = 0x2e;
const colon = 0x3a;
const letterT = 0x54;
const letterZ = 0x5a;

const secondEnd = "YYYY-MM-DDThh:mm:ss".length;
const microsEnd = "YYYY-MM-DDThh:mm:ss.ffffff".length;
const offsetLength = "+hh:mm".length;

/** Stands for a fraction or an offset that is not in the common form: larger than either can be. */
const notCommon = 1_000_000;

/**
 * Parses the timestamps of readings, one after another, without allocating: the instant is left in `seconds` (since 1970, UTC)
 * and `micros`, which belong to the text of the last `parse` that returned true.
 *
 * Nearly every device sends `YYYY-MM-DDThh:mm:ss[.fraction][Z|±hh:mm]`, and neighbouring readings share their day. That form is
 * parsed in place, with the start of the last day remembered; everything else is left to the whole grammar. The short way must
 * agree with the grammar on everything it accepts, and may pass on anything.
 */
export class TimestampParser {
  seconds = 0;
  micros = 0;
  /** The last date as the number YYYYMMDD; initially one that no text can give. */
  #date = -1;
  #dateSeconds = 0;
  readonly #anyForm: Iso8601Parser;

  constructor(anyForm = new Iso8601Parser()) {
    this.#anyForm = anyForm;
  }

  parse(text: string): boolean {
    return this.#parseCommonForm(text) || this.#parseAnyForm(text);
  }

  #parseCommonForm(text: string): boolean {
    if (text.length < secondEnd || !hasCommonSeparators(text)) return false;
    const hour = twoDigitsAt(text, 11);
    const minute = twoDigitsAt(text, 14);
    const second = twoDigitsAt(text, 17);
    if (hour > 23 || minute > 59 || second > 59 || !this.#findDate(text)) return false;

    const zoneAt = findZone(text);
    const micros = fractionMicros(text, zoneAt);
    const offset = offsetSeconds(text, zoneAt);
    if (micros === notCommon || offset === notCommon) return false;

    const seconds = this.#dateSeconds + hour * 3600 + minute * 60 + second - offset;
    if (!isWithinRange(seconds)) return false;
    this.seconds = seconds;
    this.micros = micros;
    return true;
  }

  /** Puts the start of the text's date into `#dateSeconds`. A date with missing digits is above any remembered one. */
  #findDate(text: string): boolean {
    const year = twoDigitsAt(text, 0) * 100 + twoDigitsAt(text, 2);
    const month = twoDigitsAt(text, 5);
    const day = twoDigitsAt(text, 8);
    const date = year * 10_000 + month * 100 + day;
    if (date === this.#date) return true;
    if (!isWritableYear(year) || !isCalendarDate(year, month, day)) return false;
    this.#date = date;
    this.#dateSeconds = daysFromCivil(year, month, day) * secondsPerDay;
    return true;
  }

  #parseAnyForm(text: string): boolean {
    if (!this.#anyForm.parse(text)) return false;
    this.seconds = this.#anyForm.seconds;
    this.micros = this.#anyForm.micros;
    return true;
  }
}

function hasCommonSeparators(text: string): boolean {
  return (
    text.charCodeAt(4) === dash &&
    text.charCodeAt(7) === dash &&
    text.charCodeAt(10) === letterT &&
    text.charCodeAt(13) === colon &&
    text.charCodeAt(16) === colon
  );
}

/** Returns where `Z` or an offset starts, counted from the end; the end itself if the text has no zone. */
function findZone(text: string): number {
  const end = text.length;
  if (text.charCodeAt(end - 1) === letterZ) return end - 1;
  const hasOffset = end > secondEnd && text.charCodeAt(end - 3) === colon;
  return hasOffset ? end - offsetLength : end;
}

/** Reads what is between the seconds and the zone: nothing, or a dot and digits, of which six count. */
function fractionMicros(text: string, zoneAt: number): number {
  if (zoneAt === secondEnd) return 0;
  if (zoneAt < secondEnd + 2 || text.charCodeAt(secondEnd) !== dot) return notCommon;
  let micros = 0;
  for (let at = secondEnd + 1; at < zoneAt; at++) {
    const digit = digitAt(text, at);
    if (digit > 9) return notCommon;
    if (at < microsEnd) micros = micros * 10 + digit;
  }
  for (let at = zoneAt; at < microsEnd; at++) micros *= 10;
  return micros;
}

/** Reads the zone at `findZone`'s result: at most `Z`, or six characters with a colon in their middle. */
function offsetSeconds(text: string, zoneAt: number): number {
  if (zoneAt + 1 >= text.length) return 0;
  const sign = text.charCodeAt(zoneAt);
  const hours = twoDigitsAt(text, zoneAt + 1);
  const minutes = twoDigitsAt(text, zoneAt + 4);
  if ((sign !== plus && sign !== dash) || hours > 23 || minutes > 59) return notCommon;
  const seconds = hours * 3600 + minutes * 60;
  return sign === plus ? seconds : -seconds;
}
