import type { AlarmState } from "@weir/protocol/closed-sets";
import type { AlarmFollowUp } from "../../control/alarms/alarm-follow-ups.ts";
import type { NamedRow } from "../../control/named-rows.ts";
import type { RecordOrigin } from "../../control/record-origins.ts";
import type { AlarmRecord } from "../../store/alarms/record.ts";

/** An alarm as people see it. */
export interface AlarmView extends AlarmRecord {
  readonly state: AlarmState;
  readonly origin: RecordOrigin;
  /** The alert rule that raised it; null if none did, or if it was deleted. */
  readonly rule: NamedRow | null;
  /** Null if nobody has acted on it. */
  readonly followUp: AlarmFollowUp | null;
}

/** An alarm before and after, and whether this call changed it. */
export interface AlarmChange {
  readonly hasChanged: boolean;
  readonly before: AlarmView;
  readonly alarm: AlarmView;
}
