import type { Severity } from "@weir/protocol/closed-sets";
import type { CallAnswer } from "../../api/route-types.ts";
import { valueText } from "../../format/number.ts";
import { parseTime } from "../../format/time.ts";
import type { Mark } from "../charts/mark.ts";

/** One mark for each alarm that a rule would have raised, until it would have been cleared. */
export function trialMarks(
  changes: CallAnswer<"tryAlertRule">["changes"],
  severity: Severity,
): readonly Mark[] {
  return changes.flatMap(({ change, at, value }, place): Mark[] => {
    if (change !== "raised") return [];
    const cleared = changes.slice(place + 1).find((later) => later.change === "cleared");
    return [
      {
        key: `raised ${place}`,
        kind: "raised",
        severity,
        atMs: parseTime(at),
        link: null,
        ...(cleared === undefined ? {} : { untilMs: parseTime(cleared.at) }),
        title: cleared === undefined ? "Would be raised" : "Would be raised and later cleared",
        text: `Value ${valueText(value)}`,
      },
    ];
  });
}
