import { expect, test } from "bun:test";
import { wallClockText } from "../../format/time-zone.ts";
import { snoozeChoices } from "./snooze-times.ts";

test("offers mornings by the wall clock, also across the change to summer time", () => {
  for (const now of ["2026-03-28T23:30:00Z", "2026-06-15T00:10:00Z", "2026-10-24T12:00:00Z"]) {
    const choices = snoozeChoices(Date.parse(now));
    expect(choices.map(({ label }) => label)).toEqual([
      "For 1 hour",
      "For 4 hours",
      "Until tomorrow, 8:00",
      "For a week",
    ]);
    for (const { untilMs } of choices.slice(2)) expect(wallClockText(untilMs).slice(11)).toBe("08:00:00");
    const days = (choices[3]!.untilMs - choices[2]!.untilMs) / 86_400_000;
    expect(Math.round(days)).toBe(6);
  }
});
