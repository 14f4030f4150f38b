import type { AlarmCause, ClearReason } from "@weir/protocol/closed-sets";

const byItself: Readonly<Record<AlarmCause, string>> = {
  chain: "Cleared by its rule chain",
  rule: "Cleared by its alert rule",
  silence: "Cleared because the device connected again",
};
const reasons: Readonly<Record<ClearReason, string>> = {
  rule_deleted: "Cleared because its alert rule was deleted",
  rule_not_applicable: "Cleared because its alert rule no longer applies to the sensor",
};

/** Says what cleared an alarm that no person cleared. */
export function clearingText(cause: AlarmCause, reason: ClearReason | null): string {
  return reason === null ? byItself[cause] : reasons[reason];
}
