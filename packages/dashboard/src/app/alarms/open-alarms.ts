import { type Severity, severitiesByGravity } from "@weir/protocol/closed-sets";
import { useCall } from "../../api/queries.ts";
import type { CallAnswer } from "../../api/route-types.ts";

/** The alarms that need attention: active and not acknowledged. Badge, title and toasts are about these. */
interface OpenAlarms {
  readonly count: number;
  /** The highest among them; null where there are none. */
  readonly severity: Severity | null;
}

/** More than this is not counted in places where there is little room. */
const countShownMax = 99;

export function openAlarms({
  unacknowledged,
}: Pick<CallAnswer<"countAlarms">, "unacknowledged">): OpenAlarms {
  const count = severitiesByGravity.reduce((sum, severity) => sum + unacknowledged[severity], 0);
  return { count, severity: severitiesByGravity.find((severity) => unacknowledged[severity] > 0) ?? null };
}

/** The last count. The shell counts again when something happens. */
export function useOpenAlarms(): OpenAlarms {
  const { data } = useCall("countAlarms", {});
  return data === undefined ? { count: 0, severity: null } : openAlarms(data);
}

/** "3" or "99+". */
export function shortCount(count: number): string {
  return count > countShownMax ? `${countShownMax}+` : String(count);
}
