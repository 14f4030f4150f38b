import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findTimeZone, type TimeZone } from "./time-zone.ts";

function zone(name: string): TimeZone {
  const found = findTimeZone(name);
  if (found === null) throw new Error(`The runtime does not know ${name}.`);
  return found;
}

function utc(text: string): number {
  return Date.parse(`${text}Z`) / 1000;
}

/** The offset according to the runtime, found in another way than ours: it prints "GMT-02:30". */
function offsetByName(name: string, atSeconds: number): number {
  const format = new Intl.DateTimeFormat("en-US", { timeZone: name, timeZoneName: "longOffset" });
  const text = format.formatToParts(atSeconds * 1000).find(({ type }) => type === "timeZoneName")!.value;
  const match = /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(text)!;
  if (match[1] === undefined) return 0;
  const seconds = Number(match[2]) * 3600 + Number(match[3]) * 60 + Number(match[4] ?? 0);
  return match[1] === "-" ? -seconds : seconds;
}

describe("offsets before and from a change", () => {
  test.each([
    ["Europe/Berlin", "2026-03-29T01:00:00", 3600, 7200],
    ["Europe/Berlin", "2026-10-25T01:00:00", 7200, 3600],
    ["Australia/Lord_Howe", "2026-04-04T15:00:00", 39_600, 37_800],
    ["Australia/Lord_Howe", "2026-10-03T15:30:00", 37_800, 39_600],
    ["America/St_Johns", "2026-03-08T05:30:00", -12_600, -9000],
    ["America/St_Johns", "2026-11-01T04:30:00", -9000, -12_600],
    ["America/St_Johns", "2005-04-03T03:31:00", -12_600, -9000],
    ["America/St_Johns", "2005-10-30T02:31:00", -9000, -12_600],
    ["Asia/Kathmandu", "1985-12-31T18:30:00", 19_800, 20_700],
    ["Pacific/Apia", "2011-12-30T10:00:00", -36_000, 50_400],
    ["Africa/Monrovia", "1972-01-07T00:44:30", -2670, 0],
  ])("%s at %s", (name, text, before, after) => {
    const change = utc(text);
    const order = [-1, 0, -0.000001, 0.5, -899, 899, -1, 0, -86_400, 86_400];
    for (const seconds of order) {
      const expected = seconds < 0 ? before : after;
      expect(zone(name).offsetSeconds(change + seconds)).toBe(expected);
    }
  });
});

test("has no offset at any time for UTC", () => {
  for (const at of [-1, 0, 0.5, utc("2026-03-29T01:00:00"), utc("9999-12-31T23:59:59")]) {
    expect(zone("UTC").offsetSeconds(at)).toBe(0);
  }
});

test("returns the runtime's offset, in whatever order times are requested", () => {
  const names = ["Europe/Berlin", "America/St_Johns", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"];
  const from = utc("1970-01-02T00:00:00");
  const to = utc("2100-01-01T00:00:00");
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.integer({ min: from, max: to }), (name, at) => {
      expect(zone(name).offsetSeconds(at)).toBe(offsetByName(name, at));
    }),
    { numRuns: 500 },
  );
});

test("does not mix up quarter hours that share a place in the memory", () => {
  const berlin = zone("Europe/Berlin");
  const summer = utc("2026-07-01T00:00:00");
  const winter = summer + 80 * 256 * 900;
  for (let round = 0; round < 3; round++) {
    expect(berlin.offsetSeconds(summer)).toBe(7200);
    expect(berlin.offsetSeconds(winter)).toBe(3600);
  }
});

test("returns one object per zone, however its name is spelt", () => {
  expect(zone("europe/BERLIN")).toBe(zone("Europe/Berlin"));
  expect(zone("Europe/Berlin")).not.toBe(zone("Europe/Paris"));
});

test.each(["", "Mars/Olympus", "CEST", "GMT+1", "Europe/Berlin ", "Europe", "UTC\n"])(
  "refuses %j as a time zone",
  (name) => {
    expect(findTimeZone(name)).toBeNull();
  },
);

test("treats a fixed offset as a zone without summer time", () => {
  for (const at of [utc("2026-01-01T00:00:00"), utc("2026-07-01T00:00:00")]) {
    expect(zone("+02:00").offsetSeconds(at)).toBe(7200);
    expect(zone("-05:30").offsetSeconds(at)).toBe(-19_800);
  }
});
