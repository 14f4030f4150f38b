import type { Severity } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";
import { valueText } from "../../format/number.ts";
import { parseTime } from "../../format/time.ts";
import type { Mark } from "../charts/mark.ts";

/** Where a rule would have raised and cleared its alarm. */
export function trialMarks(
  changes: CallAnswer<"tryAlertRule">["changes"],
  severity: Severity,
): readonly Mark[] {
  return changes.map(({ change, at, value }, place) => ({
    ...{ key: `${change} ${place}`, kind: change, severity, atMs: parseTime(at), link: null },
    ...{
      title: change === "raised" ? "Would be raised" : "Would be cleared",
      text: `Value ${valueText(value)}`,
    },
  }));
}
