import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyCharacter } from "../../../../tests/harness/any-character.ts";
import { propertyRuns } from "../../../../tests/harness/property-runs.ts";
import { formatMicros } from "./instant.ts";
import { Iso8601Parser } from "./iso-8601.ts";
import { TimestampParser } from "./timestamp.ts";
import { accepted, refused } from "./timestamp.vectors.ts";

const secondMicros = 1_000_000n;
const minuteMicros = 60n * secondMicros;
const hourMicros = 60n * minuteMicros;
const dayMicros = 24n * hourMicros;
const rangeEnd = 253_402_300_800n * secondMicros;

const parser = new TimestampParser();
const wholeGrammar = new Iso8601Parser();

function read(text: string, by: TimestampParser | Iso8601Parser = parser): bigint | null {
  return by.parse(text) ? BigInt(by.seconds) * secondMicros + BigInt(by.micros) : null;
}

describe("every instant, in every form that can write it", () => {
  /** The forms of a day, created with Date: calendar, ordinal and week date, extended and basic. */
  function writeDate(localDay: bigint): string[] {
    const date = new Date(Number(localDay / 1000n));
    const [year, month, day] = date.toISOString().slice(0, 10).split("-") as [string, string, string];
    const ordinal = pad((date.getTime() - Date.UTC(date.getUTCFullYear(), 0, 1)) / 86_400_000 + 1, 3);
    const weekday = date.getUTCDay() || 7;
    const thursday = new Date(date.getTime() + (4 - weekday) * 86_400_000);
    const weekYear = thursday.getUTCFullYear();
    const week = pad(Math.floor((thursday.getTime() - Date.UTC(weekYear, 0, 1)) / 604_800_000) + 1, 2);
    const forms = [
      `${year}-${month}-${day}`,
      `${year}${month}${day}`,
      `${year}-${ordinal}`,
      `${year}${ordinal}`,
    ];
    // Around New Year the week year differs from the calendar year, and may be one that cannot be written.
    return weekYear < 1970
      ? forms
      : [...forms, `${weekYear}-W${week}-${weekday}`, `${weekYear}W${week}${weekday}`];
  }

  function writeTime(microOfDay: bigint): string[] {
    const hh = pad(microOfDay / hourMicros, 2);
    const mm = pad((microOfDay / minuteMicros) % 60n, 2);
    const ss = pad((microOfDay / secondMicros) % 60n, 2);
    const six = pad(microOfDay % secondMicros, 6);
    const ofMinute = fraction(microOfDay % minuteMicros, minuteMicros);
    const ofHour = fraction(microOfDay % hourMicros, hourMicros);
    const forms = [`${hh}:${mm}:${ss}.${six}`, `${hh}${mm}${ss},${six}`, `${hh}:${mm}:${ss},${six}999`];
    forms.push(`${hh}:${mm}.${ofMinute}`, `${hh}${mm},${ofMinute}`, `${hh}.${ofHour}`, `${hh},${ofHour}`);
    if (microOfDay % secondMicros === 0n) forms.push(`${hh}:${mm}:${ss}`, `${hh}${mm}${ss}`);
    if (microOfDay % minuteMicros === 0n) forms.push(`${hh}:${mm}`, `${hh}${mm}`);
    if (microOfDay % hourMicros === 0n) forms.push(hh);
    return forms;
  }

  /** Twelve decimals, rounded up: less than a microsecond too much, so truncating returns the part. */
  function fraction(part: bigint, whole: bigint): string {
    return pad((part * 10n ** 12n + whole - 1n) / whole, 12);
  }

  function writeZone(offsetMinutes: number): string[] {
    const hh = pad(Math.floor(Math.abs(offsetMinutes) / 60), 2);
    const mm = pad(Math.abs(offsetMinutes) % 60, 2);
    const sign = offsetMinutes < 0 ? "-" : "+";
    const forms = [`${sign}${hh}:${mm}`, `${sign}${hh}${mm}`];
    if (mm === "00") forms.push(`${sign}${hh}`);
    return offsetMinutes === 0 ? [...forms, "", "Z", "z", "-00:00", "-0000", "-00"] : forms;
  }

  function write(us: bigint, offsetMinutes: number): string[] {
    const local = us + BigInt(offsetMinutes) * minuteMicros;
    if (local < 0n || local >= rangeEnd) return [];
    const microOfDay = local % dayMicros;
    const day = local - microOfDay;
    const zones = writeZone(offsetMinutes);
    const forms = combine(writeDate(day), ["T", "t", " "], writeTime(microOfDay), zones);
    if (microOfDay > 0n) return forms;
    if (offsetMinutes === 0) forms.push(...writeDate(day));
    if (day === 0n) return forms;
    return [
      ...forms,
      ...combine(writeDate(day - dayMicros), ["T"], ["24", "24:00", "2400", "24:00:00.0"], zones),
    ];
  }

  /** Round instants too, because the short forms write no others, and instants near both ends of the range. */
  const anyInstant = fc.oneof(
    fc
      .tuple(
        fc.bigInt({ min: 0n, max: rangeEnd - 1n }),
        fc.constantFrom(1n, 1000n, secondMicros, minuteMicros, hourMicros, dayMicros),
      )
      .map(([us, unit]) => us - (us % unit)),
    fc.bigInt({ min: 0n, max: 7n * dayMicros }),
    fc.bigInt({ min: 1n, max: 7n * dayMicros }).map((us) => rangeEnd - us),
  );
  const anyOffset = fc.oneof(
    fc.constant(0),
    fc.integer({ min: -23, max: 23 }).map((hours) => hours * 60),
    fc.integer({ min: -1439, max: 1439 }),
  );

  test("is read as that instant", () => {
    fc.assert(
      fc.property(anyInstant, anyOffset, (us, offset) => {
        const misread = write(us, offset).filter(
          (text) => read(text) !== us || read(text, wholeGrammar) !== us,
        );
        expect(misread).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });
});

describe("any text", () => {
  /**
   * A second implementation of the grammar from other parts: patterns, and Date for the calendar. `\2` is the separator seen
   * before, which keeps a date or time from mixing formats.
   */
  function readByPatterns(text: string): bigint | null {
    const parts = /^([^Tt ]+)(?:[Tt ]([\d:.,]+)(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?)?$/.exec(text);
    if (parts === null) return null;
    const [, date, time, sign, hours = "00", minutes = "00"] = parts;
    const dayMs = readDateByPatterns(date!);
    const micros = time === undefined ? 0n : readTimeByPatterns(time);
    if (dayMs === null || micros === null || hours > "23" || minutes > "59") return null;
    const offset = BigInt(hours) * hourMicros + BigInt(minutes) * minuteMicros;
    const us = BigInt(dayMs) * 1000n + micros - (sign === "-" ? -offset : offset);
    return us >= 0n && us < rangeEnd ? us : null;
  }

  function readDateByPatterns(text: string): number | null {
    if (text < "1970") return null;
    const [, year, , month, day] = (/^(\d{4})(-?)(\d\d)\2(\d\d)$/.exec(text) ?? []).map(Number);
    if (year !== undefined) {
      const date = new Date(Date.UTC(year, month! - 1, day));
      return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day ? date.getTime() : null;
    }
    const [, ordinalYear, ordinal] = (/^(\d{4})-?(\d{3})$/.exec(text) ?? []).map(Number);
    if (ordinalYear !== undefined) {
      const date = new Date(Date.UTC(ordinalYear, 0, ordinal));
      return date.getUTCFullYear() === ordinalYear ? date.getTime() : null;
    }
    const [, weekYear, , week, weekday] = (/^(\d{4})(-?)W(\d\d)\2([1-7])$/.exec(text) ?? []).map(Number);
    if (weekYear === undefined) return null;
    const fourthWeekday = new Date(Date.UTC(weekYear, 0, 4)).getUTCDay() || 7;
    const thursday = new Date(Date.UTC(weekYear, 0, 4 + (4 - fourthWeekday) + (week! - 1) * 7));
    return thursday.getUTCFullYear() === weekYear ? thursday.getTime() + (weekday! - 4) * 86_400_000 : null;
  }

  function readTimeByPatterns(text: string): bigint | null {
    const parts = /^(\d\d)(?:(:?)(\d\d)(?:\2(\d\d))?)?(?:[.,](\d+))?$/.exec(text);
    if (parts === null) return null;
    const [, hour, , minute, second, digits = "0"] = parts;
    const unit = second !== undefined ? secondMicros : minute !== undefined ? minuteMicros : hourMicros;
    const start = BigInt(hour!) * hourMicros + BigInt(minute ?? 0) * minuteMicros;
    if (/^24[0:.,]*$/.test(text)) return dayMicros;
    if (hour! > "23" || (minute ?? "00") > "59" || (second ?? "00") > "60") return null;
    if (second === "60") return start + minuteMicros - 1n;
    return (
      start + BigInt(second ?? 0) * secondMicros + (BigInt(digits) * unit) / 10n ** BigInt(digits.length)
    );
  }

  const number = (max: number, digits: number) => fc.integer({ min: 0, max }).map((n) => pad(n, digits));
  const year = fc.oneof(
    fc.constantFrom("1969", "1970", "2000", "2020", "2024", "2026", "9999"),
    number(9999, 4),
  );
  const glue = fc.constantFrom("-", "-", "");
  const colon = fc.constantFrom(":", ":", "");
  const nearlyDate = fc.oneof(
    joined(year, glue, number(13, 2), glue, number(32, 2)),
    joined(year, glue, number(368, 3)),
    joined(year, glue, fc.constant("W"), number(54, 2), glue, number(8, 1)),
  );
  const nearlyTime = fc.oneof(
    number(25, 2),
    joined(number(25, 2), colon, number(60, 2)),
    joined(number(25, 2), colon, number(60, 2), colon, number(61, 2)),
    fc.constantFrom("24", "24:00", "240000", "23:59:60", "00:00:00"),
  );
  const nearlyFraction = joined(
    fc.constantFrom(".", ","),
    fc.oneof(number(9, 1), fc.bigInt({ min: 0n }).map(String)),
  );
  const nearlyZone = fc.oneof(
    fc.constantFrom("Z", "z", "+00:00", "-00"),
    joined(fc.constantFrom("+", "-"), number(25, 2), colon, number(60, 2)),
  );
  const nearlyTimestamp = fc.oneof(
    nearlyDate,
    joined(nearlyDate, fc.constantFrom("T", "t", " "), nearlyTime, nearlyZone),
    joined(
      nearlyDate,
      fc.constantFrom("T", "t", " "),
      nearlyTime,
      optional(nearlyFraction),
      optional(nearlyZone),
    ),
  );
  const vectors = fc.constantFrom(
    ...Object.values(accepted).flatMap((rows) => rows.map(([text]) => text)),
    ...Object.values(refused).flat(),
  );
  const mutated = fc
    .tuple(
      fc.oneof(vectors, nearlyTimestamp),
      fc.nat(30),
      fc.nat(2),
      fc.string({ unit: fc.constantFrom(..."0123456789-:.,TZW+ tz\n٣"), maxLength: 2 }),
    )
    .map(([text, at, dropped, added]) => text.slice(0, at) + added + text.slice(at + dropped));
  const anyText = fc.oneof(
    { arbitrary: nearlyTimestamp, weight: 4 },
    { arbitrary: mutated, weight: 4 },
    { arbitrary: fc.string({ unit: anyCharacter }), weight: 1 },
  );

  test("is accepted and understood like a second implementation of the grammar", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const expected = readByPatterns(text);
        expect(read(text)).toBe(expected);
        expect(read(text, wholeGrammar)).toBe(expected);
      }),
      { numRuns: propertyRuns(1500) },
    );
  });

  test("is refused, or is an instant whose own text is read as the same instant", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const us = read(text);
        if (us !== null) expect(read(formatMicros(us))).toBe(us);
      }),
      { numRuns: propertyRuns(500) },
    );
  });
});

function pad(number: number | bigint, digits: number): string {
  return String(number).padStart(digits, "0");
}

function combine(...choices: string[][]): string[] {
  return choices.reduce((heads, tails) => heads.flatMap((head) => tails.map((tail) => head + tail)), [""]);
}

function joined(...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> {
  return fc.tuple(...parts).map((texts) => texts.join(""));
}

function optional(part: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(fc.constant(""), part);
}
