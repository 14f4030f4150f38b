import { expect, test } from "bun:test";
import { noTimestamp } from "../../queue/packed-readings.ts";
import { clockBehind } from "./clock-behind.ts";
import { dropCode, ReadingColumns } from "./reading-columns.ts";

const daySeconds = 86_400;
const arrivalSeconds = 1_780_000_000;

/** `days` says how long before the arrival each reading is; null for one without a time. */
function behind(
  days: readonly (number | null)[],
  options: { clock?: number; dropped?: readonly number[] } = {},
) {
  const columns = new ReadingColumns();
  columns.reset(days.length);
  days.forEach((before, row) => {
    columns.seconds[row] = before === null ? noTimestamp : arrivalSeconds - before * daySeconds;
    columns.drops[row] = options.dropped?.includes(row) ? dropCode("dropped_unknown_sensor") : 0;
  });
  const arrival = { arrivalMs: arrivalSeconds * 1000, deviceClockSeconds: options.clock ?? null };
  const ms = clockBehind(columns, arrival, 30 * daySeconds * 1000);
  return ms === null ? null : ms / (daySeconds * 1000);
}

test("says how far the newest reading is behind, if all of them are behind too far", () => {
  expect(behind([31])).toBe(31);
  expect(behind([20_000, 40, 90])).toBe(40);
  expect(behind([30])).toBe(null);
  expect(behind([])).toBe(null);
});

test("is satisfied with one current reading, wherever it is, and with one without a time", () => {
  expect(behind([0, 90, 80])).toBe(null);
  expect(behind([90, null, 90])).toBe(null);
  expect(behind([90, 1])).toBe(null);
});

test("passes over dropped readings", () => {
  expect(behind([90, 0], { dropped: [1] })).toBe(90);
  expect(behind([90], { dropped: [0] })).toBe(null);
});

test("goes by the clock of the device where its times are corrected", () => {
  const clock = arrivalSeconds - 20_000 * daySeconds;
  expect(behind([20_000], { clock })).toBe(null);
  expect(behind([20_031], { clock })).toBe(31);
});
