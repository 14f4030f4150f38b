import { expect, test } from "bun:test";
import { type AlarmPage, alarmKinds } from "./alarm-kinds.ts";

type Alarm = AlarmPage["items"][number];

function page(next: string | null, ...alarms: [name: string, device: string][]): AlarmPage {
  const items = alarms.map(([name, uuid], id) => ({ id, name, device: { uuid, name: uuid } }) as Alarm);
  return { items, next };
}

test("groups alarms by name and severity, and counts their devices", () => {
  const kinds = alarmKinds([
    page(null, ["hot", "a"], ["dry", "a"], ["hot", "b"], ["hot", "a"]),
    page(null, ["hot", "c"]),
  ]);
  expect(kinds.map(({ newest, devices }) => [newest.name, newest.device?.uuid, devices])).toEqual([
    ["hot", "a", 2],
    ["dry", "a", 1],
    ["hot", "c", 1],
  ]);
});

test("marks every kind as incomplete if there are more pages of its severity", () => {
  const kinds = alarmKinds([page("more", ["hot", "a"], ["dry", "b"]), page(null, ["hot", "c"])]);
  expect(kinds.map(({ isPartial }) => isPartial)).toEqual([true, true, false]);
});
