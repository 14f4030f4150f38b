import { nullsOf } from "../engine/record-columns.ts";
import type { AlarmChange } from "../settlement.ts";
import { type AlarmRecord, alarmColumns } from "./record.ts";

export type Raising = Extract<AlarmChange, { kind: "raised" | "fell silent" | "rule fired" }>;

/** Whether the change makes a new alarm. */
export function isRaising(change: AlarmChange): change is Raising {
  return change.kind === "raised" || change.kind === "fell silent" || change.kind === "rule fired";
}

const nothingYet = nullsOf(alarmColumns);

/** The row of a new alarm. */
export function raisedAlarm({ id, ...change }: Raising): AlarmRecord {
  if (change.kind === "fell silent") return { ...nothingYet, ...change.alarm, id, readings: 0 };
  const { value, ...alarm } = change.alarm;
  const found = { raisedValue: value, lastUs: alarm.raisedUs, lastValue: value };
  return { ...nothingYet, readings: 1, ...alarm, ...found, id };
}
