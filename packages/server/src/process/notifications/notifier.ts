import { createHash } from "node:crypto";
import { notifiedValuesOf } from "@weir/protocol/manage/alarm-values";
import { isAboutAlarms } from "@weir/rule-engine/alerts/notification-terms";
import type { NotificationMessage, NotifiedAlarm } from "@weir/rule-engine/message";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { SilenceAlarmRecord } from "../../store/alarms/record.ts";
import type { OpenBatch } from "../open-batch.ts";
import type { OutboxRoom } from "../outbox-room.ts";
import type { AlarmListener, RisenAlarm } from "./alarm-listener.ts";
import type { ArmedChannel, ArmedNotificationRule } from "./notification-rule.ts";

interface NotifierParts {
  readonly batch: Pick<OpenBatch, "messages">;
  readonly room: OutboxRoom;
  readonly clock: Clock;
  readonly log: Log;
  /** The rules of an account; undefined if it has none. */
  readonly rulesOf: (accountId: number) => readonly ArmedNotificationRule[] | undefined;
  /** Null if the sensor was removed. */
  readonly sourceOf: (sensorId: number) => SensorSource | null;
  readonly device: (deviceId: number) => NotifiedDevice | null;
}

interface NotifiedDevice {
  readonly uuid: string;
  readonly groupId: number | null;
}

/** The sensor that an alarm is about, and an identity that stays the same if its readings are processed again after a power cut. */
interface Happening {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number;
  readonly identity: readonly unknown[];
}

/** A digest is sent a moment after its time, so that batches of that moment are in it. */
const digestGraceMs = 5000;
/** A message that came too late for its digest is sent by itself, this long after it. */
const lateMs = 120_000;
const minuteMs = 60_000;

/**
 * Writes a message into the outbox for every channel that a notification rule names for an alarm. The messages are part of the
 * batch that changes the alarm: change and messages are committed together or not at all.
 *
 * Nothing here has a timer. What has to happen later is a row of the outbox that becomes due then: an escalation, which
 * delivery drops if somebody has acknowledged the alarm, or a digest, into which delivery gathers messages.
 */
export class Notifier implements AlarmListener {
  readonly #parts: NotifierParts;

  constructor(parts: NotifierParts) {
    this.#parts = parts;
  }

  raised(id: number, alarm: Parameters<AlarmListener["raised"]>[1]): void {
    const { accountId, deviceId, sensorId, ruleId, name, severity, message, raisedUs, value } = alarm;
    const rules = this.#parts.rulesOf(accountId);
    if (rules === undefined) return;
    const happened = {
      id,
      change: "raised",
      name,
      severity,
      message,
      value,
      ...notifiedValuesOf(alarm),
    } as const;
    const identity = ["raised", sensorId, ruleId, name, raisedUs];
    this.#notify(rules, { accountId, deviceId, sensorId, identity }, { ...happened, atMs: raisedUs / 1000 });
  }

  /** Notifies as for a new alarm: a rule for graver alarms may apply now, and the others report the new severity. */
  rose(id: number, alarm: RisenAlarm): void {
    const { accountId, deviceId, sensorId, ruleId, name, severity, message, roseUs, value } = alarm;
    const rules = this.#parts.rulesOf(accountId);
    if (rules === undefined) return;
    const happened = {
      id,
      change: "raised",
      name,
      severity,
      message,
      value,
      ...notifiedValuesOf(alarm),
    } as const;
    const identity = ["rose", sensorId, ruleId, name, severity, roseUs];
    this.#notify(rules, { accountId, deviceId, sensorId, identity }, { ...happened, atMs: roseUs / 1000 });
  }

  cleared(id: number, alarm: Parameters<AlarmListener["cleared"]>[1]): void {
    const { sensorId, ruleId, name, severity, clearedUs } = alarm;
    const source = this.#parts.sourceOf(sensorId);
    const rules = source === null ? undefined : this.#parts.rulesOf(source.accountId);
    if (source === null || rules === undefined) return;
    const { accountId, deviceId } = source;
    const values = { value: null, ...notifiedValuesOf(alarm) };
    const happened = { id, change: "cleared", name, severity, message: "", ...values } as const;
    const identity = ["cleared", sensorId, ruleId, name, clearedUs];
    this.#notify(rules, { accountId, deviceId, sensorId, identity }, { ...happened, atMs: clearedUs / 1000 });
  }

  fellSilent(id: number, alarm: SilenceAlarmRecord): void {
    const { accountId, deviceId, name, severity, message, raisedUs, lastUs } = alarm;
    const rules = this.#parts.rulesOf(accountId);
    if (rules === undefined) return;
    const happened = { id, change: "raised", name, severity, message, value: null } as const;
    const identity = ["silent", deviceId, lastUs];
    this.#notify(
      rules,
      { accountId, deviceId, sensorId: 0, identity },
      { ...happened, atMs: raisedUs / 1000 },
    );
  }

  heardAgain(
    id: number,
    { accountId, deviceId, name, severity, clearedUs }: Parameters<AlarmListener["heardAgain"]>[1],
  ): void {
    const rules = this.#parts.rulesOf(accountId);
    if (rules === undefined) return;
    const happened = { id, change: "cleared", name, severity, message: "", value: null } as const;
    const identity = ["heard", deviceId, id];
    this.#notify(
      rules,
      { accountId, deviceId, sensorId: 0, identity },
      { ...happened, atMs: clearedUs / 1000 },
    );
  }

  #notify(
    rules: readonly ArmedNotificationRule[],
    happening: Happening,
    happened: Omit<NotifiedAlarm, "device" | "sensor">,
  ): void {
    const nowMs = this.#parts.clock.nowMs();
    const device = this.#parts.device(happening.deviceId);
    if (device === null) return;
    const matching = rules.filter((rule) => isMatch(rule, device, happened, nowMs));
    if (matching.length === 0) return;
    const alarm = { ...happened, ...this.#namesOf(happening, device) };
    const write = (
      message: Partial<NotificationMessage>,
      channel: ArmedChannel,
      key: string,
      dueMs = nowMs,
    ) => {
      const notification = { event: happened.change, alarms: [alarm], ...message };
      this.#write(happening, notification, { channel, key, dueMs });
    };
    const identity = hashOf([happening.accountId, ...happening.identity]);
    for (const rule of matching) {
      for (const channel of rule.channels) {
        const digest = digestOf(rule, channel, happened, nowMs);
        if (digest === null) {
          write({}, channel, `notify:${identity}:${channel.uuid}`);
          continue;
        }
        const { key, atMs } = digest;
        write({ digest: key }, channel, `${key}:${identity}`, atMs + lateMs);
        write({ event: "digest", alarms: [], digest: key }, channel, key, atMs + digestGraceMs);
      }
      if (happened.change === "cleared" || rule.escalateAfterMinutes === null) continue;
      const escalatedMs = nowMs + rule.escalateAfterMinutes * minuteMs;
      for (const channel of rule.escalationChannels) {
        const key = `escalate:${identity}:${rule.id}:${channel.uuid}`;
        write({ event: "escalated" }, channel, key, escalatedMs);
      }
    }
  }

  #namesOf({ sensorId }: Happening, { uuid }: NotifiedDevice): Pick<NotifiedAlarm, "device" | "sensor"> {
    const source = sensorId === 0 ? null : this.#parts.sourceOf(sensorId);
    if (source === null) return { device: { uuid, name: "" }, sensor: null };
    const { device, sensor } = source;
    return {
      device: { uuid, name: device.name },
      sensor: { uuid: sensor.uuid, name: sensor.name || sensor.slug },
    };
  }

  #write(
    { accountId, sensorId }: Happening,
    message: Pick<NotificationMessage, "event" | "alarms"> & Partial<NotificationMessage>,
    { channel: { uuid, destination }, key, dueMs }: Sending,
  ): void {
    const { batch, room, clock, log } = this.#parts;
    // An account that no reading was processed for has not been counted, and has room.
    if (room.has(accountId) && !room.take(accountId)) {
      log.warn("a notification was not written: too many messages of the account wait", { accountId });
      return;
    }
    batch.messages.push({
      key,
      accountId,
      sensorId,
      chainId: 0,
      nodeId: "",
      destination,
      nowMs: clock.nowMs(),
      dueMs,
      message: { kind: "notification", channel: uuid, more: 0, digest: null, ...message },
    });
  }
}

/** By which channel a notification goes, and when. Its key tells it from others. */
interface Sending {
  readonly channel: ArmedChannel;
  readonly key: string;
  readonly dueMs: number;
}

function isMatch(
  { minSeverity, groupId, isInHours, notifyCleared }: ArmedNotificationRule,
  device: NotifiedDevice,
  { severity, change }: Pick<NotifiedAlarm, "severity" | "change">,
  nowMs: number,
): boolean {
  if (change === "cleared" && !notifyCleared) return false;
  const isAbout = isAboutAlarms({ minSeverity, group: groupId }, { severity, group: device.groupId });
  return isAbout && isInHours(nowMs * 1000);
}

/** The digest that a message belongs to: that of the channel's quiet hours, else that of the rule. Null sends it at once. */
function digestOf(
  { id, digestMinutes }: ArmedNotificationRule,
  { uuid, quietUntilUs }: ArmedChannel,
  { severity }: Pick<NotifiedAlarm, "severity">,
  nowMs: number,
): { readonly key: string; readonly atMs: number } | null {
  const quietUs = severity === "critical" ? null : quietUntilUs(nowMs * 1000);
  if (quietUs !== null) return { key: `digest:quiet:${uuid}:${quietUs / 1000}`, atMs: quietUs / 1000 };
  if (digestMinutes === null) return null;
  const lengthMs = digestMinutes * minuteMs;
  const atMs = Math.ceil((nowMs + 1) / lengthMs) * lengthMs;
  return { key: `digest:${id}:${uuid}:${atMs}`, atMs };
}

function hashOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}
