import { expect, test } from "bun:test";
import type { Severity } from "@weir/protocol/closed-sets";
import { defaultChain } from "@weir/rule-engine/default-chain";
import { armRule } from "../alerts/armed-rule.ts";
import { append, asking, node, row, sceneWith, settleAll } from "../chains/test-chain-scene.ts";
import { savingSensor, type TestProcessing } from "../test-processing.ts";
import { armNotificationRule, type NotificationRule } from "./notification-rule.ts";

const ops = { uuid: "ops", destination: "https://ops.example:443", quietHours: null };
const boss = { uuid: "boss", destination: "mail", quietHours: null };
const minuteMs = 60_000;

function ruleOf(fields: Partial<NotificationRule> = {}) {
  return armNotificationRule({
    id: 1,
    accountId: 1,
    minSeverity: "info",
    groupId: null,
    hours: null,
    notifyCleared: true,
    digestMinutes: null,
    escalateAfterMinutes: null,
    channels: [ops],
    escalationChannels: [],
    ...fields,
  });
}

/** A sensor with an alert rule that fires above 30 and clears below. */
function sceneOf(rules: readonly Partial<NotificationRule>[], severity: Severity = "warning") {
  const scene = sceneWith(defaultChain);
  const condition = { kind: "above", limit: 30, hysteresis: 0, for_readings: 1, for_seconds: 0 } as const;
  const hot = armRule({
    id: 7,
    accountId: 1,
    version: 1,
    savedUs: 0,
    name: "Too hot",
    severity,
    text: "{{value}}",
    condition,

    mute: { untilUs: null, weekly: null },
    sensorId: savingSensor,
    groupId: null,
    templateId: null,
    sensorType: null,
  });
  scene.alertsOfSensor.set(savingSensor, [hot]);
  scene.notificationRules = rules.map(ruleOf);
  return scene;
}

async function send(scene: TestProcessing, ...values: number[]): Promise<void> {
  append(scene, values);
  await settleAll(scene.processor());
}

const rowsOf = (scene: TestProcessing): Row[] =>
  scene.rows(
    `SELECT message ->> '$.channel' AS channel, message ->> '$.event' AS event, due_ms - created_ms AS "in",
       message ->> '$.alarms[0].name' AS name, destination FROM outbox ORDER BY id`,
  );

// biome-ignore lint/suspicious/noExplicitAny: rows of many forms.
type Row = any;

const raised = { channel: "ops", event: "raised", in: 0, name: "Too hot", destination: ops.destination };

test("tells channels the worst value, when an alarm is raised and when it is over", async () => {
  using scene = sceneOf([{}]);
  await send(scene, 31, 45, 33);
  await send(scene, 20);
  const told = scene.rows(
    "SELECT message ->> '$.event' AS event, message ->> '$.alarms[0].worst_value' AS worst FROM outbox ORDER BY id",
  );
  expect(told).toEqual([
    { event: "raised", worst: 31 },
    { event: "cleared", worst: 45 },
  ]);
});

test("writes one message per channel when an alarm is raised and when it is cleared", async () => {
  using scene = sceneOf([{ channels: [ops, boss] }, { id: 2, channels: [ops] }]);
  await send(scene, 31, 32, 33);
  await send(scene, 34, 20, 21);
  const toBoss = { channel: "boss", destination: "mail" };
  expect(rowsOf(scene)).toEqual([
    raised,
    { ...raised, ...toBoss },

    { ...raised, event: "cleared" },
    { ...raised, event: "cleared", ...toBoss },
  ]);
});

test("writes the messages with the alarm or not at all, and once if the batch is processed again", async () => {
  using scene = sceneOf([{}]);
  const processor = scene.processor();
  append(scene, [31]);
  const fault = scene.breakStore("INSERT", "outbox");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  expect(scene.rows("SELECT id FROM alarms")).toEqual([]);
  fault.mend();
  await settleAll(processor);
  await send(scene, 32);
  expect(rowsOf(scene)).toEqual([raised]);
});

test("asks the rules again when the severity rises, once, and not while it stays", async () => {
  const boiling = { minSeverity: "critical", channels: [boss] } as const;
  using scene = sceneOf([{}, { id: 2, ...boiling }]);
  await send(scene, 31);
  const [known] = scene.alertsOfSensor.get(savingSensor)!;
  scene.alertsOfSensor.set(savingSensor, [{ ...known!, severity: "critical" }]);
  const processor = scene.processor();
  append(scene, [32]);
  const fault = scene.breakStore("INSERT", "outbox");
  await expect(processor.settleNext()).rejects.toThrow("integer overflow");
  fault.mend();
  await settleAll(processor);
  await send(scene, 33, 34);
  const severities = scene.rows(
    "SELECT message ->> '$.alarms[0].severity' AS severity FROM outbox ORDER BY id",
  );
  expect(severities).toEqual([{ severity: "warning" }, { severity: "critical" }, { severity: "critical" }]);
  expect(rowsOf(scene)).toEqual([raised, raised, { ...raised, channel: "boss", destination: "mail" }]);
});

test("tells of alarms of chains and of silent devices, and of what people clear", async () => {
  const alarm = node("hot", "raise-alarm", { name: "Too hot", severity: "critical", message: "!" });
  using scene = sceneWith(row(["out", alarm]));
  scene.notificationRules = [ruleOf()];
  append(scene, [31]);
  const ask = asking(scene);
  await ask.settle();
  const silent = { accountId: 1, deviceId: 2, deviceUuid: "d", lastConnectedMs: 5 };
  const raise = [{ ...silent, name: "Device silent", severity: "warning", message: "No request" } as const];
  await ask({ kind: "change silence alarms", raise, clear: [], atMs: 9 });
  const ids = (scene.rows("SELECT id FROM alarms ORDER BY id") as Row[]).map(({ id }) => id as number);
  await ask({ kind: "change alarms", action: "clear", ids, by: "ada" });
  expect(rowsOf(scene).map(({ event, name }) => [event, name])).toEqual([
    ["raised", "Too hot"],
    ["raised", "Device silent"],

    ["cleared", "Too hot"],
    ["cleared", "Device silent"],
  ]);
});

test.each<[string, Partial<NotificationRule>, number]>([
  ["a graver least severity", { minSeverity: "critical" }, 0],
  ["another group", { groupId: 6 }, 0],
  ["the device's group", { groupId: 5 }, 1],
  ["other hours", { hours: { days: ["monday"], from: "00:00", to: "00:01", time_zone: "UTC" } }, 0],
  ["no channel", { channels: [] }, 0],
])("a rule with %s", async (_name, fields, messages) => {
  using scene = sceneOf([fields]);
  await send(scene, 31);
  expect(rowsOf(scene)).toHaveLength(messages);
});

test("does not tell of cleared alarms if the rule does not want it", async () => {
  using scene = sceneOf([{ notifyCleared: false }]);
  await send(scene, 31, 20);
  expect(rowsOf(scene)).toEqual([raised]);
});

test("escalates later, to its own channels", async () => {
  using scene = sceneOf([{ escalateAfterMinutes: 15, escalationChannels: [boss] }]);
  await send(scene, 31, 20);
  expect(rowsOf(scene)).toMatchObject([
    raised,
    { channel: "boss", event: "escalated", in: 15 * minuteMs },
    { event: "cleared" },
  ]);
});

test("gathers what is not critical in quiet hours into one digest at their end", async () => {
  const quietHours = {
    days: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
    from: "00:00",
    to: "24:00",
    time_zone: "Europe/Berlin",
  } as const;
  const channels = [{ ...ops, quietHours }];
  using scene = sceneOf([{ channels }]);
  await send(scene, 31, 20, 32);
  const rows: Row[] = scene.rows(
    `SELECT message ->> '$.event' AS event, message ->> '$.digest' AS digest, due_ms AS due, key FROM outbox
     ORDER BY key`,
  );
  const digests = rows.filter(({ event }) => event === "digest");
  expect(digests).toHaveLength(1);
  expect(rows).toHaveLength(4);
  const endMs = Date.parse("2026-05-28T22:00:00Z");
  expect(digests[0]).toMatchObject({ digest: `digest:quiet:ops:${endMs}`, due: endMs + 5000 });
  for (const { digest, due, event } of rows)
    if (event !== "digest") expect([digest, due]).toEqual([digests[0]!.digest, endMs + 2 * minuteMs]);
  using grave = sceneOf([{ channels }], "critical");
  await send(grave, 31);
  expect(rowsOf(grave)).toEqual([raised]);
});

test("gathers alarms of a rule into a digest per span of time", async () => {
  using scene = sceneOf([{ digestMinutes: 10 }]);
  await send(scene, 31, 20);
  scene.nowMs += 10 * minuteMs;
  await send(scene, 31);
  const due: Row[] = scene.rows(
    "SELECT due_ms AS due FROM outbox WHERE message ->> '$.event' = 'digest' ORDER BY id",
  );
  const firstMs = Math.ceil((1_780_000_000_000 + 1) / (10 * minuteMs)) * 10 * minuteMs;
  expect(due.map(({ due }) => due)).toEqual([firstMs + 5000, firstMs + 10 * minuteMs + 5000]);
});
