import type { AlarmAct, Severity } from "@weir/protocol/closed-sets";
import type { Generated } from "kysely";

/** What people do about alarms. The alarms themselves are in the store. */
export interface AlarmSchema {
  alarm_follow_ups: AlarmFollowUpTable;
  alarm_acts: AlarmActTable;
}

interface AlarmFollowUpTable {
  /** An id of the store. */
  alarm_id: number;
  account_id: number;
  device_id: number;
  /** Null for an alarm about a device as a whole. */
  sensor_id: number | null;
  assignee_id: number | null;
  snoozed_until: number | null;
  /** The severity of the alarm when it was snoozed. A higher one ends the snooze. */
  snoozed_severity: Severity | null;
}

interface AlarmActTable {
  id: Generated<number>;
  alarm_id: number;
  act: AlarmAct;
  happened_at: number;
  /** The email of a person, or the name of a key or of the operator. */
  actor: string;
  /** The person, who can delete their comments. */
  user_id: number | null;
  /** The comment, or the assignee. */
  text: string | null;
  /** The end of a snooze. */
  until: number | null;
}
