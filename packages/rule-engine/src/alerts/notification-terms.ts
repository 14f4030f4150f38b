import { type Severity, severities } from "@weir/protocol/closed-sets";
import type { WeeklyMute } from "./alert-mute.ts";

/** Which alarms a notification rule is about, and how it tells of them. */
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

export function isAtLeastAsSevere(severity: Severity, least: Severity): boolean {
  return severities.indexOf(severity) >= severities.indexOf(least);
}
