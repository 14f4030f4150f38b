import {
  daysFromCivil,
  daysInYear,
  firstMondayOfWeekYear,
  isCalendarDate,
  secondsPerDay,
  weeksInWeekYear,
} from "./calendar.ts";
import { digitAt } from "./digits.ts";

/** The years in which a timestamp may be written. Its instant, after the zone is applied, must be in them as well. */
const firstYear = 1970;
const lastYear = 9999;
const rangeEndSeconds = daysFromCivil(lastYear + 1, 1, 1) * secondsPerDay;

export function isWritableYear(year: number): boolean {
  return year >= firstYear && year <= lastYear;
}

export function isWithinRange(seconds: number): boolean {
  return seconds >= 0 && seconds < rangeEndSeconds;
}

const hourMicros = 3_600_000_000;
const minuteMicros = 60_000_000;
const secondMicros = 1_000_000;

/**
 * The whole grammar of a timestamp, after ISO 8601:
 *
 *     timestamp = date [ ( "T" | "t" | " " ) time [ zone ] ]     no time is 00:00, no zone is UTC
 *     date      = YYYY-MM-DD | YYYY-DDD | YYYY-Www-D             extended format
 *               | YYYYMMDD   | YYYYDDD  | YYYYWwwD               basic format
 *     time      = ( hh | hh:mm | hh:mm:ss | hhmm | hhmmss ) [ ( "." | "," ) digits ]
 *     zone      = "Z" | "z" | ( "+" | "-" ) ( hh | hh:mm | hhmm )
 *
 * A fraction belongs to the last element written, be it hours, minutes or seconds, and is cut off at microseconds.
 * 24:00 is the start of the next day. Second 60 becomes the last microsecond of second 59, since UTC as computers
 * count it has no room for leap seconds. Date, time and zone may each be in either format, but not in a mix of both.
 *
 * Each step reads what is at the offset, moves past it, and says whether that was possible. The instant is
 * left in `seconds` and `micros`, which belong to the text of the last `parse` that returned true.
 */
export class Iso8601Parser {
  seconds = 0;
  micros = 0;
  /** Whether the last text was refused only because its instant is outside the valid years. */
  isOutOfRange = false;
  #text = "";
  #at = 0;
  #days = 0;
  #fractionMicros = 0;
  #secondOfDay = 0;
  #microOfSecond = 0;
  #offsetSeconds = 0;

  parse(text: string): boolean {
    this.#text = text;
    this.#at = 0;
    this.#secondOfDay = 0;
    this.#microOfSecond = 0;
    this.#offsetSeconds = 0;
    this.isOutOfRange = false;
    if (!this.#readDate()) return false;
    if (!this.#isAtEnd() && !(this.#readTime() && this.#readZone() && this.#isAtEnd())) return false;
    const seconds = this.#days * secondsPerDay + this.#secondOfDay - this.#offsetSeconds;
    this.isOutOfRange = !isWithinRange(seconds);
    if (this.isOutOfRange) return false;
    this.seconds = seconds;
    this.micros = this.#microOfSecond;
    return true;
  }

  #readDate(): boolean {
    const digits = this.#countDigits();
    const year = this.#readNumber(4);
    if (!isWritableYear(year)) return false;
    if (digits === 8) return this.#setCalendarDate(year, this.#readNumber(2), this.#readNumber(2));
    if (digits === 7) return this.#setOrdinalDate(year, this.#readNumber(3));
    return digits === 4 && this.#readDateAfterYear(year);
  }

  #readDateAfterYear(year: number): boolean {
    const isExtended = this.#skip("-");
    if (this.#skip("W")) {
      const week = this.#readNumber(2);
      return this.#skip("-") === isExtended && this.#setWeekDate(year, week, this.#readNumber(1));
    }
    if (!isExtended) return false;
    if (this.#countDigits() === 3) return this.#setOrdinalDate(year, this.#readNumber(3));
    const month = this.#readNumber(2);
    return this.#skip("-") && this.#setCalendarDate(year, month, this.#readNumber(2));
  }

  #setCalendarDate(year: number, month: number, day: number): boolean {
    if (!isCalendarDate(year, month, day)) return false;
    this.#days = daysFromCivil(year, month, day);
    return true;
  }

  #setOrdinalDate(year: number, day: number): boolean {
    if (day < 1 || day > daysInYear(year)) return false;
    this.#days = daysFromCivil(year, 1, day);
    return true;
  }

  #setWeekDate(year: number, week: number, weekday: number): boolean {
    if (week < 1 || week > weeksInWeekYear(year) || weekday < 1 || weekday > 7) return false;
    this.#days = firstMondayOfWeekYear(year) + (week - 1) * 7 + (weekday - 1);
    return true;
  }

  #readTime(): boolean {
    if (!this.#skip("T") && !this.#skip("t") && !this.#skip(" ")) return false;
    const hour = this.#readNumber(2);
    const afterHour = this.#at;
    let minute = 0;
    let second = 0;
    let lastElementMicros = hourMicros;
    const isExtended = this.#skip(":");
    if (isExtended || this.#isAtDigit()) {
      minute = this.#readNumber(2);
      lastElementMicros = minuteMicros;
      if (isExtended ? this.#skip(":") : this.#isAtDigit()) {
        second = this.#readNumber(2);
        lastElementMicros = secondMicros;
      }
    }
    if (hour > 24 || minute > 59 || second > 60 || !this.#readFraction(lastElementMicros)) return false;
    if (hour === 24 && !this.#hasOnlyZerosSince(afterHour)) return false;
    this.#setTime(hour, minute, second);
    return true;
  }

  #setTime(hour: number, minute: number, second: number): void {
    const micros = second < 60 ? second * secondMicros + this.#fractionMicros : minuteMicros - 1;
    this.#secondOfDay = hour * 3600 + minute * 60 + Math.floor(micros / secondMicros);
    this.#microOfSecond = micros % secondMicros;
  }

  /** Reads a fraction of a unit this long; without a decimal mark there is none. */
  #readFraction(unitMicros: number): boolean {
    this.#fractionMicros = 0;
    if (!this.#skip(".") && !this.#skip(",")) return true;
    const first = this.#at;
    while (this.#isAtDigit()) this.#at++;
    // From the last digit to the first, each step is one long division by ten. The remainder of a step is less than one and
    // cannot raise the next step by a whole, so the result is exact for any number of digits.
    let micros = 0;
    for (let at = this.#at - 1; at >= first; at--) {
      micros = Math.floor((digitAt(this.#text, at) * unitMicros + micros) / 10);
    }
    this.#fractionMicros = micros;
    return this.#at > first;
  }

  #readZone(): boolean {
    if (this.#isAtEnd() || this.#skip("Z") || this.#skip("z")) return true;
    const isEast = this.#skip("+");
    if (!isEast && !this.#skip("-")) return false;
    const hours = this.#readNumber(2);
    const minutes = this.#skip(":") || this.#isAtDigit() ? this.#readNumber(2) : 0;
    if (hours > 23 || minutes > 59) return false;
    const seconds = hours * 3600 + minutes * 60;
    this.#offsetSeconds = isEast ? seconds : -seconds;
    return true;
  }

  #readNumber(digits: number): number {
    let number = 0;
    for (const end = this.#at + digits; this.#at < end; this.#at++) {
      number = number * 10 + digitAt(this.#text, this.#at);
    }
    return number;
  }

  #countDigits(): number {
    let end = this.#at;
    while (digitAt(this.#text, end) <= 9) end++;
    return end - this.#at;
  }

  #hasOnlyZerosSince(from: number): boolean {
    for (let at = from; at < this.#at; at++) {
      const digit = digitAt(this.#text, at);
      if (digit >= 1 && digit <= 9) return false;
    }
    return true;
  }

  #skip(character: string): boolean {
    if (this.#text[this.#at] !== character) return false;
    this.#at++;
    return true;
  }

  #isAtDigit(): boolean {
    return digitAt(this.#text, this.#at) <= 9;
  }

  #isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }
}
