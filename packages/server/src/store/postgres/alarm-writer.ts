import type { ClearReason, Severity } from "@weir/protocol/closed-sets";
import type { PostgresSession } from "../../platform/postgres/open-postgres.ts";
import type { AlarmChange, AlarmClearing, AlarmRise, SettledBatch } from "../settlement.ts";
import type { BatchWriter } from "./batch-writer.ts";
import { storableText } from "./storable-text.ts";

/**
 * Writes the changes of alarms: one statement for existing alarms, and one for alarms that the batch raised, including
 * their later changes. Changes that end an alarm come first, so that another alarm of the same name can be raised in
 * the same batch.
 */
export class AlarmWriter implements BatchWriter {
  async write(tx: PostgresSession, { alarms, to }: SettledBatch): Promise<void> {
    if (alarms.length === 0) return;
    const raised = new Map<number, NewAlarm>();
    let changed = new Map<number, ChangedAlarm>();
    for (const change of alarms) {
      if (isRaising(change)) {
        raised.set(change.id, newAlarm(change));
        continue;
      }
      const own = raised.get(change.id);
      if (own !== undefined) {
        changeNew(own, change);
        continue;
      }
      const before = changed.get(change.id);
      if (before !== undefined && !canJoin(before, change)) {
        await updateAlarms(tx, changed);
        changed = new Map();
      }
      changed.set(change.id, join(changed.get(change.id) ?? unchanged(), change));
    }
    if (changed.size > 0) await updateAlarms(tx, changed);
    if (raised.size > 0) await insertAlarms(tx, raised, to.partition);
  }
}

type Raising = Extract<AlarmChange, { kind: "raised" | "fell silent" | "rule fired" }>;
type Change = Exclude<AlarmChange, Raising>;

/** Whether the change makes a new alarm. */
export function isRaising(change: AlarmChange): change is Raising {
  return change.kind === "raised" || change.kind === "fell silent" || change.kind === "rule fired";
}

interface NewAlarm {
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number | null;
  readonly name: string;
  severity: Severity;
  message: string;
  warningUs: number | null;
  criticalUs: number | null;
  readonly chainId: number | null;
  readonly nodeId: string | null;
  readonly ruleId: number | null;
  readonly raisedUs: number;
  readonly raisedValue: number | null;
  lastUs: number;
  lastValue: number | null;
  readings: number;
  acknowledgedMs: number | null;
  acknowledgedBy: string | null;
  clearedUs: number | null;
  clearedBy: string | null;
  clearReason: ClearReason | null;
}

interface ChangedAlarm {
  found: { readonly lastUs: number; readonly lastValue: number } | null;
  readings: number;
  rose: Rise | null;
  cleared: AlarmClearing | null;
  acknowledged: { readonly atMs: number; readonly by: string } | null;
  isUnacknowledged: boolean;
}

/** The last rise, and when the severity became each one. */
interface Rise extends AlarmRise {
  readonly warningUs: number | null;
  readonly criticalUs: number | null;
}

const noNode = { chainId: null, nodeId: null };

function newAlarm(change: Raising): NewAlarm {
  const acknowledged = { acknowledgedMs: null, acknowledgedBy: null };
  const cleared = { clearedUs: null, clearedBy: null, clearReason: null };
  const open = { ...acknowledged, ...cleared, warningUs: null, criticalUs: null };
  if (change.kind === "fell silent") {
    const none = { sensorId: null, ...noNode, ruleId: null, raisedValue: null, lastValue: null };
    return { ...change.alarm, ...none, readings: 0, ...open };
  }
  if (change.kind === "rule fired") {
    const { value, ...alarm } = change.alarm;
    return { ...alarm, ...noNode, raisedValue: value, lastUs: alarm.raisedUs, lastValue: value, ...open };
  }
  const { value, ...alarm } = change.alarm;
  return {
    ...{ ...alarm, ruleId: null, raisedValue: value, lastUs: alarm.raisedUs, lastValue: value },
    ...{ readings: 1, ...open },
  };
}

/** The first person to acknowledge an alarm stays recorded, and a cleared alarm is not unacknowledged. */
function changeNew(alarm: NewAlarm, change: Change): void {
  switch (change.kind) {
    case "found active":
      alarm.lastUs = change.lastUs;
      alarm.lastValue = change.lastValue;
      alarm.readings += change.readings;
      break;
    case "rose":
      alarm.severity = change.severity;
      alarm.message = change.message;
      if (change.severity === "warning") alarm.warningUs = change.roseUs;
      if (change.severity === "critical") alarm.criticalUs = change.roseUs;
      break;
    case "cleared":
      alarm.clearedUs = change.clearedUs;
      alarm.clearedBy = change.clearedBy;
      alarm.clearReason = change.reason ?? null;
      break;
    case "acknowledged":
      if (alarm.acknowledgedMs !== null) break;
      alarm.acknowledgedMs = change.acknowledgedMs;
      alarm.acknowledgedBy = change.acknowledgedBy;
      break;
    case "unacknowledged":
      if (alarm.clearedUs !== null) break;
      alarm.acknowledgedMs = null;
      alarm.acknowledgedBy = null;
      break;
  }
}

function unchanged(): ChangedAlarm {
  return { found: null, readings: 0, rose: null, cleared: null, acknowledged: null, isUnacknowledged: false };
}

/** The effect of acknowledging depends on the current row, so one statement does it only once per row. */
function canJoin(before: ChangedAlarm, { kind }: Change): boolean {
  if (kind === "found active" || kind === "rose" || kind === "cleared") return true;
  return before.acknowledged === null && !before.isUnacknowledged && before.cleared === null;
}

function join(before: ChangedAlarm, change: Change): ChangedAlarm {
  switch (change.kind) {
    case "found active":
      return { ...before, found: change, readings: before.readings + change.readings };
    case "rose":
      return { ...before, rose: joinRise(before.rose, change) };
    case "cleared":
      return { ...before, cleared: change };
    case "acknowledged":
      return { ...before, acknowledged: { atMs: change.acknowledgedMs, by: change.acknowledgedBy } };
    case "unacknowledged":
      return { ...before, isUnacknowledged: true };
  }
}

function joinRise(before: Rise | null, { severity, message, roseUs }: AlarmRise): Rise {
  return {
    ...{ severity, message, roseUs },
    warningUs: severity === "warning" ? roseUs : (before?.warningUs ?? null),
    criticalUs: severity === "critical" ? roseUs : (before?.criticalUs ?? null),
  };
}

async function updateAlarms(tx: PostgresSession, changed: ReadonlyMap<number, ChangedAlarm>): Promise<void> {
  const changes = [...changed.values()];
  await tx.query({
    name: "change alarms",
    text: `UPDATE weir_store.alarms AS alarm SET
        last_us = coalesce(change.last_us, alarm.last_us),
        last_value = coalesce(change.last_value, alarm.last_value),
        readings = alarm.readings + change.readings,
        cleared_us = coalesce(change.cleared_us, alarm.cleared_us),
        cleared_by = CASE WHEN change.cleared_us IS NULL THEN alarm.cleared_by ELSE change.cleared_by END,
        severity = coalesce(change.severity, alarm.severity),
        message = coalesce(change.message, alarm.message),
        warning_us = coalesce(change.warning_us, alarm.warning_us),
        critical_us = coalesce(change.critical_us, alarm.critical_us),
        clear_reason = coalesce(change.clear_reason, alarm.clear_reason),
        acknowledged_ms = CASE
          WHEN change.is_unacknowledged AND alarm.cleared_us IS NULL THEN NULL
          ELSE coalesce(alarm.acknowledged_ms, change.acknowledged_ms) END,
        acknowledged_by = CASE
          WHEN change.is_unacknowledged AND alarm.cleared_us IS NULL THEN NULL
          WHEN alarm.acknowledged_ms IS NULL THEN change.acknowledged_by
          ELSE alarm.acknowledged_by END
      FROM unnest($1::int8[], $2::int8[], $3::float8[], $4::int8[], $5::int8[], $6::text[], $7::int8[], $8::text[], $9::boolean[], $10::text[],
        $11::text[], $12::text[], $13::int8[], $14::int8[])
        AS change (id, last_us, last_value, readings, cleared_us, cleared_by, acknowledged_ms, acknowledged_by, is_unacknowledged, clear_reason,
          severity, message, warning_us, critical_us)
      WHERE alarm.id = change.id`,
    values: [
      [...changed.keys()],
      changes.map(({ found }) => found?.lastUs ?? null),
      changes.map(({ found }) => found?.lastValue ?? null),
      changes.map(({ readings }) => readings),
      changes.map(({ cleared }) => cleared?.clearedUs ?? null),
      changes.map(({ cleared }) => storableText(cleared?.clearedBy ?? null)),
      changes.map(({ acknowledged }) => acknowledged?.atMs ?? null),
      changes.map(({ acknowledged }) => storableText(acknowledged?.by ?? null)),
      changes.map(({ isUnacknowledged }) => isUnacknowledged),
      changes.map(({ cleared }) => cleared?.reason ?? null),
      changes.map(({ rose }) => rose?.severity ?? null),
      changes.map(({ rose }) => storableText(rose?.message ?? null)),
      changes.map(({ rose }) => rose?.warningUs ?? null),
      changes.map(({ rose }) => rose?.criticalUs ?? null),
    ],
  });
}

async function insertAlarms(
  tx: PostgresSession,
  raised: ReadonlyMap<number, NewAlarm>,
  partition: number,
): Promise<void> {
  const alarms = [...raised.values()];
  await tx.query({
    name: "raise alarms",
    text: `INSERT INTO weir_store.alarms (partition, id, account_id, device_id, sensor_id, name, severity, message, chain_id, node_id, rule_id,
        raised_us, raised_value, last_us, last_value, readings, acknowledged_ms, acknowledged_by, cleared_us, cleared_by, clear_reason,
        warning_us, critical_us)
      SELECT $1, * FROM unnest($2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::text[], $7::text[], $8::text[], $9::int8[], $10::text[],
        $11::int8[], $12::int8[], $13::float8[], $14::int8[], $15::float8[], $16::int8[], $17::int8[], $18::text[], $19::int8[], $20::text[], $21::text[],
        $22::int8[], $23::int8[])`,
    values: [
      partition,
      [...raised.keys()],
      alarms.map(({ accountId }) => accountId),
      alarms.map(({ deviceId }) => deviceId),
      alarms.map(({ sensorId }) => sensorId),
      alarms.map(({ name }) => storableText(name)),
      alarms.map(({ severity }) => severity),
      alarms.map(({ message }) => storableText(message)),
      alarms.map(({ chainId }) => chainId),
      alarms.map(({ nodeId }) => storableText(nodeId)),
      alarms.map(({ ruleId }) => ruleId),
      alarms.map(({ raisedUs }) => raisedUs),
      alarms.map(({ raisedValue }) => raisedValue),
      alarms.map(({ lastUs }) => lastUs),
      alarms.map(({ lastValue }) => lastValue),
      alarms.map(({ readings }) => readings),
      alarms.map(({ acknowledgedMs }) => acknowledgedMs),
      alarms.map(({ acknowledgedBy }) => storableText(acknowledgedBy)),
      alarms.map(({ clearedUs }) => clearedUs),
      alarms.map(({ clearedBy }) => storableText(clearedBy)),
      alarms.map(({ clearReason }) => clearReason),
      alarms.map(({ warningUs }) => warningUs),
      alarms.map(({ criticalUs }) => criticalUs),
    ],
  });
}
