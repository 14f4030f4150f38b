import { expect, test } from "bun:test";
import { spanAround } from "./span-around.ts";

const hour = 3_600_000;
const raised = 1_000 * hour;

test("shows an alarm with the time before it, and a little after", () => {
  expect(spanAround(raised, raised + 4 * hour, raised + 100 * hour)).toEqual({
    fromMs: raised - 4 * hour,
    toMs: raised + 5 * hour,
  });
  expect(spanAround(raised, raised + 60_000, raised + 100 * hour)).toEqual({
    fromMs: raised - hour,
    toMs: raised + 60_000 + hour,
  });
});

test("ends with the present, and shows the beginning of an alarm that lasts", () => {
  expect(spanAround(raised, null, raised + 2 * hour)).toEqual({
    fromMs: raised - 2 * hour,
    toMs: raised + 2 * hour,
  });
  expect(spanAround(raised, raised + hour, raised + hour + 1)).toMatchObject({
    toMs: raised + hour + 60_000,
  });
  expect(spanAround(raised, null, raised + 5_000 * hour)).toMatchObject({ toMs: raised + 720 * hour });
});

test("never ends before it begins, even if the time of a reading is ahead", () => {
  const { fromMs, toMs } = spanAround(raised, null, raised - hour);
  expect(toMs).toBeGreaterThan(fromMs);
});
