import { expect, test } from "bun:test";
import { type Alarm, newAlarmsText, placeText, severitiesText } from "./alarm-words.ts";

const device = { uuid: "d", name: "Freezer 7" };
const sensor = { uuid: "s", slug: "temperature", type: null };

test("names the device and the sensor of an alarm, as far as they exist", () => {
  expect(placeText({ device, sensor })).toBe("Freezer 7 · temperature");
  expect(placeText({ device, sensor: null })).toBe("Freezer 7");
  expect(placeText({ device: null, sensor: null })).toBe("Deleted device");
});

test("counts several alarms in total and by severity, the highest first", () => {
  const alarms = [{ severity: "info" }, { severity: "critical" }, { severity: "info" }] as Alarm[];
  expect(newAlarmsText({ alarms, hasMore: false })).toBe("3 new alarms");
  expect(newAlarmsText({ alarms, hasMore: true })).toBe("More than 3 new alarms");
  expect(severitiesText(alarms)).toBe("1 critical, 2 info");
});
