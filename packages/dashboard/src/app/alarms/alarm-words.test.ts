import { expect, test } from "bun:test";
import { type Alarm, newAlarmsText, placeText, severitiesText } from "./alarm-words.ts";

const device = { uuid: "d", name: "Freezer 7" };
const sensor = { uuid: "s", slug: "temperature" };

test("an alarm names its device and its sensor, as far as there are any", () => {
  expect(placeText({ device, sensor })).toBe("Freezer 7 · temperature");
  expect(placeText({ device, sensor: null })).toBe("Freezer 7");
  expect(placeText({ device: null, sensor: null })).toBe("Deleted device");
});

test("several alarms are counted, in all and by severity with the highest first", () => {
  const alarms = [{ severity: "info" }, { severity: "critical" }, { severity: "info" }] as Alarm[];
  expect(newAlarmsText({ alarms, hasMore: false })).toBe("3 new alarms");
  expect(newAlarmsText({ alarms, hasMore: true })).toBe("More than 3 new alarms");
  expect(severitiesText(alarms)).toBe("1 critical, 2 info");
});
