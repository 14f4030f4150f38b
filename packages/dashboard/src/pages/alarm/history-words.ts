import type { CallAnswer } from "../../api/route-types.ts";
import { valueText } from "../../format/number.ts";
import { exactTime, parseTime } from "../../format/time.ts";
import { clearingText } from "../records/clearing-text.ts";

export type HistoryEntry = CallAnswer<"showAlarmHistory">["items"][number];
type Cause = CallAnswer<"showAlarm">["cause"];

const raisedBy: Readonly<Record<Cause, string>> = {
  chain: "Raised by its rule chain",
  rule: "Raised by its alert rule",
  silence: "Raised because the device went silent",
};

/** What happened, in words that name who did it. */
export function historyText(
  { kind, by, text, severity, reason, until, value }: HistoryEntry,
  cause: Cause,
  /** Names people by their email address. */
  nameOf: (by: string) => string = (by) => by,
  shownValue: (value: number) => string = valueText,
): string {
  const who = by === null ? "Someone" : nameOf(by);
  switch (kind) {
    case "raised":
      return value === null ? raisedBy[cause] : `${raisedBy[cause]}, value ${shownValue(value)}`;
    case "severity_rose":
      return `Severity rose to ${severity}`;
    case "cleared":
      return by === null ? clearingText(cause, reason) : `${who} cleared it`;
    case "acknowledged":
      return `${who} acknowledged it`;
    case "unacknowledged":
      return `${who} removed the acknowledgement`;
    case "commented":
      return `${who} commented`;
    case "assigned":
      return by === text ? `${who} assigned it to themselves` : `${who} assigned it to ${nameOf(text ?? "")}`;
    case "unassigned":
      return `${who} removed the assignee`;
    case "snoozed":
      return `${who} snoozed it until ${until === null ? "later" : exactTime(parseTime(until))}`;
    case "unsnoozed":
      return `${who} ended the snooze`;
  }
}
