import { expect, test } from "bun:test";
import { alarmLimit } from "./alarm-load.ts";
import { type AlarmRow, brokenAlarms, channelPath, hookPath } from "./broken-alarms.ts";

const high = alarmLimit + 1;
const low = -2;
const load = { values: [high, low], timesSent: (value: number) => Number([high, low].includes(value)) };
const alarm: AlarmRow = { id: "7", raisedValue: high, isCleared: true };

const received = (path: string, key: string, json: object) => ({
  path,
  headers: new Headers({ "idempotency-key": key }),
  body: Buffer.from(JSON.stringify(json)),
});
const sent = (value: number, key = `hook ${value}`) => received(hookPath, key, { data: { value } });
const told = (change: string, key = change) => received(channelPath, key, { alarms: [{ id: "7", change }] });
const everything = [sent(high), sent(low), told("raised"), told("cleared")];

test("finds nothing wrong with alarms and messages that are complete, also if one was sent twice under its key", () => {
  expect(brokenAlarms(load, [alarm], { received: [...everything, sent(high)] })).toEqual([]);
});

test.each([
  ["an alarm that was not raised", [], everything.slice(0, 2), "did not raise exactly one alarm"],
  ["an alarm that was raised twice", [alarm, alarm], everything, "did not raise exactly one alarm"],
  ["an alarm that was not cleared", [{ ...alarm, isCleared: false }], everything, "never cleared"],
  ["a webhook that was not sent", [alarm], everything.slice(1), "the chain did not send"],
  ["a webhook under two keys", [alarm], [...everything, sent(low, "other")], "the chain did not send"],
  ["a change that was not told", [alarm], everything.slice(0, 3), "not told under exactly one key"],
  ["a change that was told under two keys", [alarm], [...everything, told("raised", "x")], "not told under"],
])("reports %s", (_, alarms, messages, problem) => {
  expect(brokenAlarms(load, alarms, { received: messages }).join("\n")).toContain(problem);
});
