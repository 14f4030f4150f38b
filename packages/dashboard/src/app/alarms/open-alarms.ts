import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/** The alarms that need attention: active, not acknowledged and not snoozed. Badge, title and toasts count these. */
interface OpenAlarms {
  readonly count: number;
  /** The highest severity among them; null if there are none. */
  readonly severity: Severity | null;
}

/** The badge shows "99+" above this number, because it has little room. */
const countShownMax = 99;

export function openAlarms({
  unacknowledged,
  snoozed,
}: Pick<CallAnswer<"countAlarms">, "unacknowledged" | "snoozed">): OpenAlarms {
  const countOf = (severity: Severity) => Math.max(0, unacknowledged[severity] - snoozed[severity]);
  const count = severitiesByGravity.reduce((sum, severity) => sum + countOf(severity), 0);
  return { count, severity: severitiesByGravity.find((severity) => countOf(severity) > 0) ?? null };
}

/** The latest count. The shell updates it when alarms change. */
export function useOpenAlarms(): OpenAlarms {
  const { data } = useCall("countAlarms", {});
  return data === undefined ? { count: 0, severity: null } : openAlarms(data);
}

/** "3" or "99+". */
export function shortCount(count: number): string {
  return count > countShownMax ? `${countShownMax}+` : String(count);
}
