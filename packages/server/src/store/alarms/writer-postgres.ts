import type { PostgresTransaction } from "../../platform/postgres/open-postgres.ts";
import type { BatchWriter } from "../engine/postgres/batch-writer.ts";
import { arraysOf, valuesOf } from "../engine/postgres/column-arrays.ts";
import { storableText } from "../engine/postgres/storable-text.ts";
import { columnList, columnOf } from "../engine/record-columns.ts";
import type { AlarmChange, AlarmClearing, AlarmRise, SettledBatch } from "../settlement.ts";
import { isRaising, type Raising, raisedAlarm } from "./raised-alarm.ts";
import { type AlarmRecord, alarmColumns, alarmFields, type FoundActive, foundFields } from "./record.ts";

const foundColumns = foundFields.map(columnOf);

/**
 * Writes the changes of alarms: one statement for existing alarms, and one for alarms that the batch raised, including
 * their later changes. Changes that end an alarm come first, so that another alarm of the same name can be raised in
 * the same batch.
 */
export class AlarmWriter implements BatchWriter {
  async write(tx: PostgresTransaction, { alarms, to }: SettledBatch): Promise<void> {
    if (alarms.length === 0) return;
    const raised = new Map<number, NewAlarm>();
    let changed = new Map<number, ChangedAlarm>();
    for (const change of alarms) {
      if (isRaising(change)) {
        raised.set(change.id, raisedAlarm(change));
        continue;
      }
      const own = raised.get(change.id);
      if (own !== undefined) {
        changeNew(own, change);
        continue;
      }
      const before = changed.get(change.id);
      if (before !== undefined && !canJoin(before, change)) {
        updateAlarms(tx, changed);
        changed = new Map();
      }
      changed.set(change.id, join(changed.get(change.id) ?? unchanged(), change));
    }
    if (changed.size > 0) updateAlarms(tx, changed);
    if (raised.size > 0) insertAlarms(tx, raised, to.partition);
  }
}

type Change = Exclude<AlarmChange, Raising>;
type NewAlarm = { -readonly [Field in keyof AlarmRecord]: AlarmRecord[Field] };

interface ChangedAlarm {
  found: Partial<FoundActive>;
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

/** The first person to acknowledge an alarm stays recorded, and a cleared alarm is not unacknowledged. */
function changeNew(alarm: NewAlarm, change: Change): void {
  switch (change.kind) {
    case "found active":
      Object.assign(alarm, givenOf(change));
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
  return { found: {}, readings: 0, rose: null, cleared: null, acknowledged: null, isUnacknowledged: false };
}

/** The effect of acknowledging depends on the current row, so one statement does it only once per row. */
function canJoin(before: ChangedAlarm, { kind }: Change): boolean {
  if (kind === "found active" || kind === "rose" || kind === "cleared") return true;
  return before.acknowledged === null && !before.isUnacknowledged && before.cleared === null;
}

function join(before: ChangedAlarm, change: Change): ChangedAlarm {
  switch (change.kind) {
    case "found active":
      return {
        ...before,
        found: { ...before.found, ...givenOf(change) },
        readings: before.readings + change.readings,
      };
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

/** The fields that the change gives. */
function givenOf(change: FoundActive): Partial<FoundActive> {
  const given = foundFields.filter((field) => (change[field] ?? null) !== null);
  return Object.fromEntries(given.map((field) => [field, change[field]]));
}

function joinRise(before: Rise | null, { severity, message, roseUs }: AlarmRise): Rise {
  return {
    severity,
    message,
    roseUs,
    warningUs: severity === "warning" ? roseUs : (before?.warningUs ?? null),
    criticalUs: severity === "critical" ? roseUs : (before?.criticalUs ?? null),
  };
}

function updateAlarms(tx: PostgresTransaction, changed: ReadonlyMap<number, ChangedAlarm>): void {
  const changes = [...changed.values()];
  tx.send({
    name: "change alarms",
    text: `UPDATE weir_store.alarms AS alarm SET
        ${foundColumns.map((name) => `${name} = coalesce(change.${name}, alarm.${name})`).join(", ")},
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
      FROM unnest($1::int8[], $2::int8[], $3::int8[], $4::text[], $5::int8[], $6::text[], $7::boolean[], $8::text[],
        $9::text[], $10::text[], $11::int8[], $12::int8[], ${arraysOf(alarmColumns, foundFields, 13)})
        AS change (id, readings, cleared_us, cleared_by, acknowledged_ms, acknowledged_by, is_unacknowledged, clear_reason,
          severity, message, warning_us, critical_us, ${foundColumns.join(", ")})
      WHERE alarm.id = change.id`,
    values: [
      [...changed.keys()],
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
      ...foundFields.map((field) => changes.map(({ found }) => found[field] ?? null)),
    ],
  });
}

function insertAlarms(
  tx: PostgresTransaction,
  raised: ReadonlyMap<number, NewAlarm>,
  partition: number,
): void {
  const alarms = [...raised.values()];
  tx.send({
    name: "raise alarms",
    text: `INSERT INTO weir_store.alarms (partition, ${columnList(alarmFields)})
      SELECT $1, * FROM unnest(${arraysOf(alarmColumns, alarmFields, 2)})`,
    values: [partition, ...valuesOf(alarmFields, alarms)],
  });
}
