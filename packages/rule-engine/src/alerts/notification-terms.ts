import { type Severity, severities } from "@weir/protocol/closed-sets";
import type { WeeklyMute } from "./alert-mute.ts";

/** Which alarms a notification rule is about, and how people are notified of them. */
export interface NotificationTerms {
  readonly minSeverity: Severity;
  /** Only devices of this group; null for all. */
  readonly groupId: number | null;
  /** Only during this span of the week; null for always. */
  readonly hours: WeeklyMute | null;
  readonly notifyCleared: boolean;
  /** Gathers alarms for this long; null sends each at once. */
  readonly digestMinutes: number | null;
  readonly escalateAfterMinutes: number | null;
}

/** Alarms of one device, or of several. A group is named by its id or its name. */
interface AlarmsOfGroup<Group> {
  readonly severity: Severity;
  /** Null if the device is in no group, undefined if the devices may be in any. */
  readonly group: Group | null | undefined;
}

/** Returns whether a rule is about any of these alarms, at some time of the week. `group` is null if it is for all devices. */
export function isAboutAlarms<Group>(
  { minSeverity, group }: { readonly minSeverity: Severity; readonly group: Group | null },
  alarms: AlarmsOfGroup<Group>,
): boolean {
  if (severities.indexOf(alarms.severity) < severities.indexOf(minSeverity)) return false;
  return group === null || alarms.group === undefined || group === alarms.group;
}
