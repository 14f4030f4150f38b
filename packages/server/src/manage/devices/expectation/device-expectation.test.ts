import { expect, test } from "bun:test";
import { offlineAfterMs } from "@weir/protocol/manage/expected-interval";
import type { ExpectationSettings } from "../../../control/devices/expectation-settings.ts";
import { expectationOf, noSettings } from "./device-expectation.ts";

const minuteMs = 60_000;
const every = (minutes: number): ExpectationSettings => ({ ...noSettings, expectedIntervalS: minutes * 60 });
const levels = { device: noSettings, group: noSettings, account: noSettings };

test("calls a device offline after three intervals, at least a minute, or ten minutes if the interval is unknown", () => {
  expect(offlineAfterMs(5 * minuteMs)).toBe(15 * minuteMs);
  expect(offlineAfterMs(1000)).toBe(minuteMs);
  expect(offlineAfterMs(null)).toBe(10 * minuteMs);
});

test("uses the device's own interval, else its group's, else its account's, else the learned one", () => {
  const all = { device: every(1), group: every(2), account: every(3) };
  const intervalOf = (settings: typeof levels, learnedMs: number | null) => {
    const { intervalMs, source } = expectationOf(settings, learnedMs);
    return [intervalMs === null ? null : intervalMs / minuteMs, source];
  };
  expect(intervalOf(all, 4 * minuteMs)).toEqual([1, "device"]);
  expect(intervalOf({ ...all, device: noSettings }, 4 * minuteMs)).toEqual([2, "group"]);
  expect(intervalOf({ ...levels, account: every(3) }, 4 * minuteMs)).toEqual([3, "account"]);
  expect(intervalOf(levels, 4 * minuteMs)).toEqual([4, "learned"]);
  expect(intervalOf(levels, null)).toEqual([null, "default"]);
});

test("looks for the alarm setting in the same order, separately from the interval, and defaults to off", () => {
  const alarmOf = (settings: typeof levels) => {
    const { silenceAlarm, silenceAlarmSource } = expectationOf(settings, null);
    return [silenceAlarm, silenceAlarmSource];
  };
  expect(alarmOf(levels)).toEqual(["off", "default"]);
  const critical = { ...every(5), silenceAlarm: "critical" } as const;
  expect(alarmOf({ ...levels, account: critical })).toEqual(["critical", "account"]);
  expect(alarmOf({ ...levels, group: { ...every(1), silenceAlarm: "off" }, account: critical })).toEqual([
    "off",
    "group",
  ]);
});
