import { expect, test } from "bun:test";
import { weekdays } from "@weir/protocol/closed-sets";
import { weeklyText } from "./weekly-text.ts";

const mute = { from: "22:00", to: "06:00", time_zone: "Europe/Berlin" };

test("says on which days and hours a rule is muted", () => {
  expect(weeklyText({ ...mute, days: ["sunday", "saturday"] })).toBe(
    "Saturday and Sunday, 22:00 to 06:00 the next day (Europe/Berlin)",
  );
  expect(weeklyText({ ...mute, days: weekdays, from: "08:00", to: "17:00" })).toBe(
    "every day, 08:00 to 17:00 (Europe/Berlin)",
  );
  expect(weeklyText({ ...mute, days: weekdays.slice(0, 5), from: "00:00", to: "24:00" })).toBe(
    "Monday to Friday, all day (Europe/Berlin)",
  );
  expect(weeklyText({ ...mute, days: ["monday", "wednesday", "friday"] })).toStartWith(
    "Monday, Wednesday and Friday, ",
  );
  expect(weeklyText({ ...mute, days: ["friday"] })).toStartWith("Friday, ");
});
