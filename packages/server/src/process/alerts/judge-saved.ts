import type { Severity } from "@weir/protocol/closed-sets";
import { isGraver } from "@weir/protocol/is-graver";
import { afterNewest, alertStateSize } from "@weir/rule-engine/alerts/alert-evaluator";
import type { ChainReading } from "@weir/rule-engine/chain-reading";
import type { SensorSource } from "@weir/rule-engine/sensor-source";
import type { HostParts } from "../chains/host-parts.ts";
import type { ArmedRule, SensorAlerts } from "./armed-rule.ts";

type AlertParts = Pick<HostParts, "records" | "feed">;
type FiringRule = Pick<ArmedRule, "id" | "name" | "severity" | "condition" | "fill">;

/**
 * Judges a reading that a chain saved by the rules of its sensor. It raises and clears alarms as a part of the open
 * batch, for which the sensor's states were loaded. `source` is the sensor it was saved under.
 */
export function judgeSaved(
  rules: SensorAlerts,
  source: SensorSource,
  reading: ChainReading,
  parts: AlertParts,
): void {
  const { alarms, states } = parts.records;
  const { value } = reading;
  for (const rule of rules) {
    const state = states.of(rule.stateKey, alertStateSize).of(source.sensorId);
    const atUs = judgedUs(rule, reading, state);
    switch (rule.evaluator.judge(state, atUs, value)) {
      case "fired":
        raise(rule, { ...reading, source, atUs: timeOf(rule, reading) }, 1, parts);
        break;
      case "lasts": {
        const known = alarms.foundActive(source.sensorId, rule, atUs, value);
        // The severity of the rule may have been changed since.
        if (known !== rule.severity && known !== null && isToRise(rule, known, atUs))
          rise(rule, { ...reading, source, atUs: timeOf(rule, reading) }, parts);
        break;
      }
      case "cleared":
        clear(rule, source, { atUs, value }, parts);
        break;
    }
  }
}

/**
 * The time by which a rule judges a reading. Those that count as of their arrival may have arrived together, and are judged one
 * after the other.
 */
function judgedUs(rule: ArmedRule, reading: ChainReading, state: Float64Array): number {
  if (rule.condition.kind === "silent") return reading.receivedUs;
  return isLate(rule, reading) ? afterNewest(state, reading.receivedUs) : reading.atUs;
}

/** The time of an alarm that a reading raises. */
function timeOf(rule: ArmedRule, reading: ChainReading): number {
  return isLate(rule, reading) ? reading.receivedUs : reading.atUs;
}

function isLate({ byArrivalAfterUs }: ArmedRule, { receivedUs, atUs }: ChainReading): boolean {
  return receivedUs - atUs > byArrivalAfterUs;
}

/** `readings` is 0 for a silent sensor, whose last value is then in `reading`. */
export function raise(
  rule: FiringRule,
  reading: ChainReading,
  readings: 0 | 1,
  { records, feed }: AlertParts,
): void {
  const { source, atUs } = reading;
  const alarm = alarmOf(rule, reading);
  const notified = records.alarms.fire(rule, { ...alarm, raisedUs: atUs, readings });
  if (feed.isOn) feed.alarm(source, alarm, "raised", { atUs, value: alarm.value, ...notified });
}

/** Whether an active alarm of this severity has to become as grave as its rule. A muted rule leaves it as it is. */
export function isToRise(
  { severity, isMuted }: Pick<ArmedRule, "severity" | "isMuted">,
  known: Severity,
  atUs: number,
): boolean {
  return isGraver(severity, known) && !isMuted(atUs);
}

/** Gives the active alarm of a rule the severity that the rule has now. */
export function rise(rule: FiringRule, reading: ChainReading, { records, feed }: AlertParts): void {
  const { source, atUs } = reading;
  const alarm = alarmOf(rule, reading);
  const notified = records.alarms.rise({ ...alarm, ruleId: rule.id, name: rule.name, roseUs: atUs });
  if (notified !== null && feed.isOn)
    feed.alarm(source, alarm, "severity_rose", { atUs, value: alarm.value, ...notified });
}

/** The alarm of a rule as it is with this reading. */
function alarmOf(rule: FiringRule, reading: ChainReading) {
  const { accountId, deviceId, sensorId } = reading.source;
  const { name, severity } = rule;
  const value = Number.isNaN(reading.value) ? null : reading.value;
  return { accountId, deviceId, sensorId, name, severity, message: rule.fill(reading), value };
}

/** Clears the rule's alarm, unless a person has cleared it already. */
function clear(
  { id, name, severity }: Pick<ArmedRule, "id" | "name" | "severity">,
  source: SensorSource,
  at: { readonly atUs: number; readonly value: number | null },
  { records, feed }: AlertParts,
): void {
  const clearing = { clearedUs: at.atUs, clearedBy: null };
  const notified = records.alarms.clear(source.sensorId, { name, ruleId: id }, clearing);
  if (notified !== null && feed.isOn)
    feed.alarm(source, { name, severity, message: null }, "cleared", { ...at, ...notified });
}
