import { describe, expect, test } from "bun:test";
import { outputsOfNode, problemsOfNode, runNode } from "../testing/run-node.ts";

const type = "time-of-day";
const weekend = { monday: false, tuesday: false, wednesday: false, thursday: false, friday: false };
const workdays = { saturday: false, sunday: false };
const none = { ...weekend, ...workdays };

/** I for inside, - for outside; the times are UTC. */
function path(config: Record<string, unknown>, times: readonly string[]): string {
  const samples = times.map((time) => ({ value: 1, at: Date.parse(`${time}Z`) / 1000 }));
  return outputsOfNode(type, config, samples)
    .map((output) => (output === "inside" ? "I" : "-"))
    .join("");
}

/** Seven days from Monday, 5 January 2026, at the same time. */
function week(time: string): string[] {
  return ["05", "06", "07", "08", "09", "10", "11"].map((day) => `2026-01-${day}T${time}`);
}

describe("the time of day", () => {
  test.each([
    [
      "from is inside, to is not",
      { from: "08:00", to: "17:00" },
      ["2026-01-05T07:59:59.999", "2026-01-05T08:00", "2026-01-05T16:59:59.999", "2026-01-05T17:00"],
      "-II-",
    ],
    [
      "past midnight",
      { from: "22:00", to: "06:00" },
      ["2026-01-05T21:59", "2026-01-05T22:00", "2026-01-06T00:00", "2026-01-06T05:59:59", "2026-01-06T06:00"],
      "-III-",
    ],
    [
      "until midnight, written as 24:00",
      { from: "22:00", to: "24:00" },
      ["2026-01-05T23:59:59.999", "2026-01-06T00:00"],
      "I-",
    ],
    [
      "until midnight, written as 00:00",
      { from: "22:00", to: "00:00" },
      ["2026-01-05T23:59:59.999", "2026-01-06T00:00"],
      "I-",
    ],
    [
      "the whole day by default",
      {},
      ["2026-01-05T00:00", "2026-01-05T12:00", "2026-01-05T23:59:59.999"],
      "III",
    ],
    ["a single minute", { from: "12:00", to: "12:01" }, ["2026-01-05T11:59:59", "2026-01-05T12:00:59"], "-I"],
    ["the first second there is", { from: "00:00", to: "00:01" }, ["1970-01-01T00:00:00"], "I"],
    ["before 1970", { from: "23:00", to: "24:00" }, ["1969-12-31T23:30", "1969-12-31T22:30"], "I-"],
    ["the last year there is", { from: "23:00", to: "24:00" }, ["9999-12-31T23:30"], "I"],
  ])("%s", (_name, config, times, expected) => {
    expect(path(config, times)).toBe(expected);
  });
});

describe("the day of the week", () => {
  test.each([
    ["workdays", workdays, week("12:00"), "IIIII--"],
    ["the weekend", weekend, week("12:00"), "-----II"],
    ["Monday", { ...none, monday: true }, week("12:00"), "I------"],
    ["Tuesday", { ...none, tuesday: true }, week("12:00"), "-I-----"],
    ["Wednesday", { ...none, wednesday: true }, week("12:00"), "--I----"],
    ["Thursday", { ...none, thursday: true }, week("12:00"), "---I---"],
    ["Friday", { ...none, friday: true }, week("12:00"), "----I--"],
    ["Saturday", { ...none, saturday: true }, week("12:00"), "-----I-"],
    ["Sunday", { ...none, sunday: true }, week("12:00"), "------I"],
    [
      "the day is the zone's",
      { ...none, monday: true, timeZone: "Asia/Kathmandu" },
      week("20:00"),
      "------I",
    ],
    ["a Wednesday before 1970", { ...none, wednesday: true }, ["1969-12-31T12:00", "1969-12-30T12:00"], "I-"],
    ["a Sunday before 1970", { ...none, sunday: true }, ["1969-12-28T12:00", "1969-12-27T12:00"], "I-"],
  ])("%s", (_name, config, times, expected) => {
    expect(path(config, times)).toBe(expected);
  });

  test("counts a night to the day it began on", () => {
    const fridayNight = { ...none, friday: true, from: "22:00", to: "06:00" };
    expect(path(fridayNight, week("23:00"))).toBe("----I--");
    expect(path(fridayNight, week("05:00"))).toBe("-----I-");
    const sundayNight = { ...none, sunday: true, from: "22:00", to: "06:00" };
    expect(path(sundayNight, week("05:00"))).toBe("I------");
  });
});

describe("the wall clock of a zone", () => {
  test.each([
    [
      "Europe/Berlin in winter and in summer",
      { from: "08:00", to: "09:00", timeZone: "Europe/Berlin" },
      ["2026-01-05T06:30", "2026-01-05T07:30", "2026-07-06T06:30", "2026-07-06T07:30"],
      "-II-",
    ],
    [
      "Europe/Berlin loses the hour from 02:00 in spring",
      { from: "02:00", to: "03:00", timeZone: "Europe/Berlin" },
      ["2026-03-29T00:59:59", "2026-03-29T01:00", "2026-03-28T01:30", "2026-03-30T00:30"],
      "--II",
    ],
    [
      "Europe/Berlin has the hour from 02:00 twice in autumn",
      { from: "02:00", to: "03:00", timeZone: "Europe/Berlin" },
      [
        "2026-10-24T23:59:59",
        "2026-10-25T00:00",
        "2026-10-25T01:00",
        "2026-10-25T01:59:59",
        "2026-10-25T02:00",
      ],
      "-III-",
    ],
    [
      "Asia/Kathmandu, 5:45 ahead",
      { from: "08:00", to: "09:00", timeZone: "Asia/Kathmandu" },
      ["2026-01-05T02:14:59", "2026-01-05T02:15", "2026-01-05T03:14:59", "2026-01-05T03:15"],
      "-II-",
    ],
    [
      "America/St_Johns, 3:30 or 2:30 behind",
      { from: "08:00", to: "09:00", timeZone: "America/St_Johns" },
      ["2026-01-05T11:29:59", "2026-01-05T11:30", "2026-07-06T10:30", "2026-07-06T11:30"],
      "-II-",
    ],
    [
      "America/St_Johns as it changed a minute past midnight",
      { from: "00:00", to: "01:01", timeZone: "America/St_Johns" },
      ["2005-04-03T03:30", "2005-04-03T03:30:59", "2005-04-03T03:31", "2005-04-03T03:30:59"],
      "II-I",
    ],
    [
      "Australia/Lord_Howe gains half an hour in autumn",
      { from: "01:30", to: "02:00", timeZone: "Australia/Lord_Howe" },
      [
        "2026-04-04T14:29:59",
        "2026-04-04T14:30",
        "2026-04-04T15:00",
        "2026-04-04T15:29:59",
        "2026-04-04T15:30",
      ],
      "-III-",
    ],
    [
      "Australia/Lord_Howe loses half an hour in spring",
      { from: "02:00", to: "02:30", timeZone: "Australia/Lord_Howe" },
      ["2026-10-03T15:29:59", "2026-10-03T15:30", "2026-10-02T15:45"],
      "--I",
    ],
    [
      "UTC never changes",
      { from: "02:00", to: "03:00", timeZone: "UTC" },
      ["2026-03-29T01:59:59", "2026-03-29T02:00", "2026-10-25T02:59:59", "2026-10-25T03:00"],
      "-II-",
    ],
    [
      "the name in any case of letters",
      { from: "08:00", to: "09:00", timeZone: "europe/berlin" },
      ["2026-01-05T07:30"],
      "I",
    ],
  ])("%s", (_name, config, times, expected) => {
    expect(path(config, times)).toBe(expected);
  });
});

test("ignores the time of arrival, the order and the sensor", () => {
  const at = Date.parse("2026-01-05T12:00Z") / 1000;
  const samples = [
    { value: 1, at },
    { value: 1, at, lateBy: 43_200 },
    { value: 1, at: at - 86_400 * 200, sensorId: 8 },
    { value: 1, at: at - 7200 },
    { value: 1, at },
  ];
  const outputs = outputsOfNode(type, { from: "11:00", to: "13:00" }, samples);
  expect(outputs).toEqual(["inside", "inside", "inside", "outside", "inside"]);
});

test("passes the reading on unchanged", () => {
  const [result] = runNode(type, {}, [{ value: 5, metadata: { room: "cellar" } }]);
  expect(result).toMatchObject({ output: "inside", value: 5, metadata: { room: "cellar" }, effects: [] });
});

describe("refused settings", () => {
  const fromProblem = "from: must be a time from 00:00 to 23:59";
  const toProblem = "to: must be a time from 00:00 to 24:00";
  test.each([
    [{ from: "24:00" }, fromProblem],
    [{ from: "8:00" }, fromProblem],
    [{ from: "08:60" }, fromProblem],
    [{ from: "08.00" }, fromProblem],
    [{ from: "-1:00" }, fromProblem],
    [{ from: "٠٨:٠٠" }, fromProblem],
    [{ from: "08:00:00" }, "from: must be at most 5 characters long"],
    [{ from: "" }, "from: must not be empty"],
    [{ from: 8 }, "from: must be text"],
    [{ to: "24:01" }, toProblem],
    [{ to: "25:00" }, toProblem],
    [{ to: "noon" }, toProblem],
    [{ to: 17 }, "to: must be text"],
    [{ to: "" }, "to: must not be empty"],
    [{ from: "08:00", to: "08:00" }, "to: must not be the same as from; 00:00 to 24:00 is the whole day"],
    [none, "monday: at least one day of the week must be chosen"],
    [{ sunday: "no" }, "sunday: must be true or false"],
    [{ timeZone: "" }, "timeZone: must not be empty"],
    [{ timeZone: 1 }, "timeZone: must be text"],
    [{ timeZone: "x".repeat(65) }, "timeZone: must be at most 64 characters long"],
  ])("%j", (config, problem) => {
    expect(problemsOfNode(type, config)).toEqual([`Node "node", ${problem}`]);
  });

  test.each(["Mars/Olympus", "CEST", "+01:00", "Berlin", "__proto__"])("time zone %s", (timeZone) => {
    expect(problemsOfNode(type, { timeZone })).toEqual([
      `Node "node", timeZone: "${timeZone}" is not a known time zone; ` +
        "use a name from the IANA database, such as Europe/Berlin, America/New_York or UTC",
    ]);
  });

  test("an unknown field", () => {
    expect(problemsOfNode(type, { zone: "UTC" })[0]).toStartWith('Node "node", zone: is unknown');
  });
});
