import { randomUUID } from "node:crypto";
import { unwrap } from "@weir/protocol/result";
import { withinAccount } from "../../../control/control.ts";
import { listRecipients } from "../../../control/recipients/recipients.ts";
import { commentOnAlarm } from "../../alarms/alarm-follow-ups.ts";
import { findAlarm } from "../../alarms/alarms.ts";
import { alertRules } from "../../alerts/alert-rules.ts";
import { line, testNode } from "../../chains/test-chains.ts";
import { hashSecret } from "../../core/one-time-secret.ts";
import { noteRecipient } from "../../messages/recipients.ts";
import { channels } from "../../notifications/channels.ts";
import { notificationRules } from "../../notifications/notification-rules.ts";
import type { TestCall } from "../api-under-test.ts";
import type { AuditScene } from "../test-audit-scene.ts";
import { adaId, of, type RouteExample } from "./test-route-example.ts";

const alarm: (call: (id: number) => TestCall) => RouteExample = (call) => async (scene) => {
  await scene.use(line(testNode("hot", "raise-alarm", { name: "hot", severity: "critical", message: "!" })));
  await scene.records.process(scene.plant.sensorId, 30);
  return call((await scene.records.queries.alarms({ accountId: scene.plant.accountId, limit: 1 }))[0]!.id);
};

/** An address that was asked long ago, with this token in its link. */
const askedRecipient = async ({ control, plant }: AuditScene, token: string) => {
  await noteRecipient(control, plant.accountId, "ops@example.org");
  const asked = { token_hash: hashSecret(token), is_asked: 1, mailed_at: 1 } as const;
  await control.transact((tx) => tx.updateTable("mail_recipients").set(asked).execute());
  return (await listRecipients(control, plant.accountId, { limit: 1 }))[0]!.uuid;
};

const hook = { kind: "webhook", url: "https://hooks.example.org/ops" } as const;
const channel = async ({ control, plant: { accountId } }: AuditScene) => {
  const editor = { accountId, userId: null, role: "owner" } as const;
  const wanted = { name: "Ops", target: hook };
  return of({ channel: unwrap(await channels.operations.create(control, editor, wanted)).uuid });
};

const notificationRule = async (scene: AuditScene) => {
  const editor = { accountId: scene.plant.accountId, userId: null, role: "owner" } as const;
  const { params } = await channel(scene);
  const wanted = { name: "All", min_severity: "info" as const, channels: [params!.channel!] };
  const made = await notificationRules.operations.create(scene.control, editor, wanted);
  return of({ rule: unwrap(made).uuid });
};

const hotRule = {
  name: "Hot",
  severity: "warning",
  text: "{{value}}",
  target: { kind: "type", type: "temperature" },
  condition: { kind: "above", limit: 30, hysteresis: 0, for_readings: 1, for_seconds: 0 },
} as const;

const alertRule = async ({ control, plant }: AuditScene) => {
  // No two of an account have the same name.
  const named = { ...hotRule, name: `Hot ${randomUUID()}` };
  const editor = { accountId: plant.accountId, userId: null, role: "owner" } as const;
  return of({ rule: unwrap(await alertRules.operations.create(control, editor, named)).uuid });
};

/** Alarms, alert rules, and who is told about alarms. */
export const alarmExamples: Readonly<Record<string, RouteExample>> = {
  acknowledgeAlarm: alarm((id) => of({ id: String(id) })),
  acknowledgeAlarms: alarm((id) => ({ body: { ids: [id] } })),
  unacknowledgeAlarms: async (scene) => {
    const call = await alarm((id) => ({ body: { ids: [id] } }))(scene);
    const { ids } = call.body as { ids: number[] };
    await scene.records.ask({ kind: "change alarms", action: "acknowledge", ids, by: "ada" });
    return call;
  },
  commentOnAlarm: alarm((id) => of({ id: String(id) }, { text: "On my way." })),
  deleteAlarmComment: async (scene) => {
    const { params } = await alarm((id) => of({ id: String(id) }))(scene);
    const { records, control, plant } = scene;
    const reader = { control: withinAccount(control, plant.accountId), queries: records.queries };
    const found = (await findAlarm(reader, Number(params!.id)))!;
    const actor = { name: "ada@example.org", userId: await adaId(control) };
    const deed = { control, alarm: found, actor, nowUs: control.nowUs() };
    const comment = unwrap(await commentOnAlarm(deed, "On my way."));
    return of({ ...params, comment: "id" in comment ? String(comment.id) : "" });
  },
  assignAlarm: alarm((id) => of({ id: String(id) }, { assignee: "bob@example.org" })),
  snoozeAlarm: alarm((id) =>
    of({ id: String(id) }, { until: new Date(Date.now() + 3_600_000).toISOString() }),
  ),
  clearAlarm: alarm((id) => of({ id: String(id) })),
  clearAlarms: alarm((id) => ({ body: { ids: [id] } })),
  createNotificationRule: async (scene) => ({
    body: { name: "All", channels: [(await channel(scene)).params!.channel!] },
  }),
  updateNotificationRule: async (scene) => ({
    ...(await notificationRule(scene)),
    body: { min_severity: "critical" },
  }),
  deleteNotificationRule: notificationRule,
  createChannel: () => ({ body: { name: "Ops", target: hook } }),
  updateChannel: async (scene) => ({ ...(await channel(scene)), body: { name: "Night shift" } }),
  deleteChannel: channel,
  testChannel: channel,
  askMailRecipientAgain: async (scene) => of({ recipient: await askedRecipient(scene, "token") }),
  removeMailRecipient: async (scene) => of({ recipient: await askedRecipient(scene, "token") }),
  answerAsMailRecipient: async (scene) => {
    await askedRecipient(scene, "token");
    return { body: { token: "token", answer: "confirmed" } };
  },
  createAlertRule: () => ({ body: hotRule }),
  updateAlertRule: async (scene) => ({ ...(await alertRule(scene)), body: { severity: "critical" } }),
  deleteAlertRule: alertRule,
  muteAlertRule: async (scene) => ({
    ...(await alertRule(scene)),
    body: { until: "2030-01-01T00:00:00Z", weekly: null },
  }),
};
