import { beforeEach, expect, test } from "bun:test";
import { ManualClock } from "../../../../../tests/harness/manual-clock.ts";
import { FailingWork } from "./failing-work.ts";

let clock: ManualClock;
let failing: FailingWork;

beforeEach(() => {
  clock = new ManualClock("2026-06-01T12:00:00Z");
  failing = new FailingWork(clock);
});

const fails = (sender: string, reason = "no such column") =>
  failing.hear(
    { kind: "work", work: "delivery", failure: { sinceMs: clock.nowMs() - 300_000, reason } },
    sender,
  );

test("tells the operator which work fails, since when and why, once for all processes", () => {
  fails("one");
  fails("two");
  expect(failing.counts()).toEqual({ delivery: 2, settling: 0 });
  expect(failing.notices()).toEqual([
    {
      kind: "work_failing",
      isSerious: true,
      title: "Messages are not being delivered",
      text: "Notifications, webhooks, emails and MQTT messages of all accounts wait in the outbox. Every attempt has failed for 5 min: no such column. Weir keeps trying; its log has details.",
    },
  ]);
});

test("says nothing more when the work succeeds again, or its process has ended", () => {
  fails("one");
  fails("two");
  failing.hear({ kind: "work", work: "delivery", failure: null }, "one");
  expect(failing.counts().delivery).toBe(1);
  clock.advanceMs(61_000);
  expect([failing.counts().delivery, failing.notices()]).toEqual([0, []]);
});
