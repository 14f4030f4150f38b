import type { AlarmAct } from "@weir/protocol/closed-sets";
import type { ControlData, ControlTransaction } from "../control.ts";

/** Something that a person, a key or the operator did about an alarm. */
export interface AlarmActEntry {
  readonly act: AlarmAct;
  readonly atUs: number;
  /** The email of a person, or the name of a key or of the operator. */
  readonly by: string;
  /** Null if no person did it, or the person was deleted. */
  readonly userId: number | null;
  /** The comment, or the assignee. */
  readonly text: string | null;
  readonly untilUs: number | null;
}

/** The oldest first. */
export async function actsOf(
  db: ControlData,
  alarmId: number,
): Promise<(AlarmActEntry & { readonly id: number })[]> {
  const rows = await db
    .selectFrom("alarm_acts")
    .selectAll()
    .where("alarm_id", "=", alarmId)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: row.id,
    act: row.act,
    atUs: row.happened_at,
    by: row.actor,
    userId: row.user_id,
    text: row.text,
    untilUs: row.until,
  }));
}

export async function countActs(db: ControlData, alarmId: number): Promise<number> {
  const { count } = await db
    .selectFrom("alarm_acts")
    .select((row) => row.fn.countAll<number>().as("count"))
    .where("alarm_id", "=", alarmId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The alarms have follow-ups. Returns the id of the first act. */
export async function insertActs(
  tx: ControlTransaction,
  alarmIds: readonly number[],
  { act, atUs, by, userId, text, untilUs }: AlarmActEntry,
): Promise<number> {
  const entry = { act, happened_at: atUs, actor: by, text, until: untilUs };
  const [first] = await tx
    .insertInto("alarm_acts")
    .values(({ selectFrom }) => {
      // The person may have been deleted while the request was handled.
      const user = userId === null ? null : selectFrom("users").select("id").where("id", "=", userId);
      return alarmIds.map((id) => ({ ...entry, alarm_id: id, user_id: user }));
    })
    .returning("id")
    .execute();
  return first!.id;
}

export async function deleteAct(tx: ControlTransaction, id: number): Promise<void> {
  await tx.deleteFrom("alarm_acts").where("id", "=", id).execute();
}
