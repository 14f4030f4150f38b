import { expect, test } from "bun:test";
import { changeText } from "./audit-words.ts";

const update = "device.update";
const many = "device.bulk-update";

test("says whether a device was enabled, disabled or moved", () => {
  const text = (before: object, after: object) => changeText({ action: update, before, after });
  expect(text({ enabled: true, name: "A" }, { enabled: false, name: "B" })).toBe("Device disabled");
  expect(text({ enabled: false }, { enabled: true })).toBe("Device enabled");
  expect(text({ enabled: true, group: "Roof" }, { enabled: true, group: null })).toBe("Device moved");
  expect(text({ enabled: true, name: "A" }, { enabled: true, name: "B" })).toBe("Device changed");
});

test("describes a bulk change by what was requested", () => {
  const text = (after: object) => changeText({ action: many, before: null, after });
  expect(text({ enabled: false, devices: ["a"] })).toBe("Devices disabled");
  expect(text({ group: "Roof", devices: ["a"] })).toBe("Devices moved");
});

test("states the number of several alarms", () => {
  const text = (action: string, alarms: number[]) => changeText({ action, before: null, after: { alarms } });
  expect(text("alarm.acknowledge", [12])).toBe("Alarm acknowledged");
  expect(text("alarm.acknowledge", [12, 13])).toBe("2 alarms acknowledged");
  expect(text("alarm.clear", [12, 13])).toBe("2 alarms cleared");
  expect(text("alarm.unacknowledge", [12, 13])).toBe("2 acknowledgements removed");
  const older = { state: "cleared", name: "too hot" };
  expect(changeText({ action: "alarm.clear", before: null, after: older })).toBe("Alarm cleared");
});

test("states the number of dead letters and rejected readings, if it is known", () => {
  const text = (action: string, after: object | null) => changeText({ action, before: null, after });
  expect(text("dead-letter.discard", { discarded: 1, remaining: 0 })).toBe("1 dead letter discarded");
  expect(text("dead-letter.replay", { replayed: 12, saved: 11 })).toBe("12 dead letters replayed");
  expect(text("quarantine.discard", { discarded: 3 })).toBe("3 rejected readings discarded");
  expect(text("quarantine.discard", null)).toBe("Rejected readings discarded");
});

test("shows an action without a description by its name", () => {
  expect(changeText({ action: "moon.land", before: null, after: null })).toBe("moon.land");
  expect(changeText({ action: "dead-letter.replay", before: null, after: null })).toBe(
    "Dead letters replayed",
  );
});
