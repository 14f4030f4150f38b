import type { Severity } from "@weir/protocol/closed-sets";
import { isGraver } from "@weir/protocol/is-graver";
import type { ControlData, ControlReader, ControlTransaction } from "../control.ts";

/** An alarm of the store, as far as its follow-up refers to it. */
interface FollowedAlarm {
  readonly id: number;
  readonly accountId: number;
  readonly deviceId: number;
  readonly sensorId: number | null;
}

/** Who takes care of an alarm, and whether it is quiet for a while. */
export interface AlarmFollowUp {
  /** Null if nobody does, or the person is no longer a member of the account. */
  readonly assignee: Assignee | null;
  readonly snooze: Snooze | null;
}

interface Assignee {
  readonly email: string;
  readonly name: string;
}

interface Snooze {
  readonly untilUs: number;
  /** The severity of the alarm when it was snoozed. */
  readonly severity: Severity;
}

/** Returns until when an alarm is snoozed; null if it is not snoozed now. A rise of its severity ends the snooze. */
export function snoozedUntilUs(
  alarm: { readonly severity: Severity; readonly clearedUs: number | null },
  snooze: Snooze | null,
  nowUs: number,
): number | null {
  if (snooze === null || alarm.clearedUs !== null || snooze.untilUs <= nowUs) return null;
  return isGraver(alarm.severity, snooze.severity) ? null : snooze.untilUs;
}

/** Returns the follow-ups of alarms by their ids. Alarms that nobody has acted on are left out. */
export async function followUpsOf(
  { db, dialect }: Pick<ControlReader, "db" | "dialect">,
  alarmIds: readonly number[],
): Promise<Map<number, AlarmFollowUp>> {
  if (alarmIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("alarm_follow_ups")
    .leftJoin("memberships", (join) =>
      join
        .onRef("memberships.account_id", "=", "alarm_follow_ups.account_id")
        .onRef("memberships.user_id", "=", "alarm_follow_ups.assignee_id"),
    )
    .leftJoin("users", "users.id", "memberships.user_id")
    .select(["alarm_id", "snoozed_until", "snoozed_severity", "users.email", "users.name"])
    .where("alarm_id", "in", dialect.listed(alarmIds))
    .execute();
  return new Map(
    rows.map(({ alarm_id: id, snoozed_until: untilUs, snoozed_severity: severity, email, name }) => [
      id,
      {
        assignee: email === null || name === null ? null : { email, name },
        snooze: untilUs === null || severity === null ? null : { untilUs, severity },
      },
    ]),
  );
}

/** Returns the ids of alarms that are assigned to a person, the newest first. */
export async function assignedAlarmIds(
  db: ControlData,
  { accountId, userId }: { readonly accountId: number; readonly userId: number },
  { beforeId, limit }: { readonly beforeId?: number | undefined; readonly limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom("alarm_follow_ups")
    .select("alarm_id")
    .where("account_id", "=", accountId)
    .where("assignee_id", "=", userId)
    .$if(beforeId !== undefined, (found) => found.where("alarm_id", "<", beforeId!))
    .orderBy("alarm_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row.alarm_id);
}

/** Returns the ids of alarms whose snooze has not run out. Some of them may be cleared. */
export async function snoozedAlarmIds(db: ControlData, accountId: number, nowUs: number): Promise<number[]> {
  const rows = await db
    .selectFrom("alarm_follow_ups")
    .select("alarm_id")
    .where("account_id", "=", accountId)
    .where("snoozed_until", ">", nowUs)
    .execute();
  return rows.map((row) => row.alarm_id);
}

/**
 * Makes follow-ups for alarms that have none. Returns the ids of those that have one now: an alarm whose device or sensor was
 * removed in the meantime is left out.
 */
export async function putFollowUps(
  tx: ControlTransaction,
  dialect: ControlReader["dialect"],
  alarms: readonly FollowedAlarm[],
): Promise<number[]> {
  const idsIn = async (table: "devices" | "sensors", ids: readonly number[]) => {
    const known = tx.selectFrom(table).select("id").where("id", "in", dialect.listed(ids));
    return new Set((await known.execute()).map(({ id }) => id));
  };
  const deviceIds = alarms.map(({ deviceId }) => deviceId);
  const sensorIds = alarms.map(({ sensorId }) => sensorId).filter((id) => id !== null);
  const [devices, sensors] = [await idsIn("devices", deviceIds), await idsIn("sensors", sensorIds)];
  const kept = alarms.filter(
    ({ deviceId, sensorId }) => devices.has(deviceId) && (sensorId === null || sensors.has(sensorId)),
  );
  if (kept.length === 0) return [];
  await tx
    .insertInto("alarm_follow_ups")
    .values(
      kept.map(({ id, accountId, deviceId, sensorId }) => ({
        alarm_id: id,
        account_id: accountId,
        device_id: deviceId,
        sensor_id: sensorId,
        assignee_id: null,
        snoozed_until: null,
        snoozed_severity: null,
      })),
    )
    .onConflict((conflict) => conflict.column("alarm_id").doNothing())
    .execute();
  return kept.map(({ id }) => id);
}

export async function setAssignee(
  tx: ControlTransaction,
  alarmId: number,
  userId: number | null,
): Promise<void> {
  await tx
    .updateTable("alarm_follow_ups")
    .set({ assignee_id: userId })
    .where("alarm_id", "=", alarmId)
    .execute();
}

export async function setSnooze(
  tx: ControlTransaction,
  alarmId: number,
  snooze: Snooze | null,
): Promise<void> {
  await tx
    .updateTable("alarm_follow_ups")
    .set({ snoozed_until: snooze?.untilUs ?? null, snoozed_severity: snooze?.severity ?? null })
    .where("alarm_id", "=", alarmId)
    .execute();
}
