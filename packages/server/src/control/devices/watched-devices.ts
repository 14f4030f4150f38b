import type { Severity } from "@weir/protocol/closed-sets";
import { sql } from "kysely";
import type { ControlData } from "../control.ts";

/** A device for which an alarm is raised when it goes silent. */
export interface WatchedDevice {
  readonly accountId: number;
  readonly deviceId: number;
  readonly deviceUuid: string;
  readonly severity: Severity;
  /** The interval set for the device, its group or its account; null if it is learned. */
  readonly setIntervalMs: number | null;
}

/** Returns the watched devices of all accounts. It reads all devices, unless nobody has set an alarm anywhere. */
export async function readWatchedDevices(db: ControlData): Promise<WatchedDevice[]> {
  if (!(await isAnySet(db))) return [];
  const alarm = sql<
    string | null
  >`coalesce(devices.silence_alarm, device_groups.silence_alarm, accounts.silence_alarm)`;
  const rows = await db
    .selectFrom("devices")
    .innerJoin("accounts", "accounts.id", "devices.account_id")
    .leftJoin("device_groups", "device_groups.id", "devices.group_id")
    .select((of) => [
      "devices.id as deviceId",
      "devices.uuid as deviceUuid",
      "devices.account_id as accountId",
      alarm.as("alarm"),
      of.fn
        .coalesce(
          "devices.expected_interval_s",
          "device_groups.expected_interval_s",
          "accounts.expected_interval_s",
        )
        .as("intervalS"),
    ])
    .where("devices.enabled", "=", 1)
    .where(alarm, "<>", "off")
    .execute();
  return rows.map(({ alarm, intervalS, ...device }) => ({
    ...device,
    severity: alarm as Severity,
    setIntervalMs: intervalS === null ? null : intervalS * 1000,
  }));
}

async function isAnySet(db: ControlData): Promise<boolean> {
  for (const table of ["accounts", "device_groups", "devices"] as const) {
    const set = await db
      .selectFrom(table)
      .select("silence_alarm")
      .where("silence_alarm", "is not", null)
      .where("silence_alarm", "<>", "off")
      .limit(1)
      .executeTakeFirst();
    if (set !== undefined) return true;
  }
  return false;
}
