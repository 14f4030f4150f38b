import { durationText } from "../setting-text.ts";
import type { AlertCondition } from "./alert-condition.ts";

/** A condition in words that continue "Alarm when the value …". Pages write numbers in the reader's language. */
export function conditionText(condition: AlertCondition, number: (value: number) => string = String): string {
  switch (condition.kind) {
    case "above":
      return `is above ${number(condition.limit)}${lastingText(condition)}`;
    case "below":
      return `is below ${number(condition.limit)}${lastingText(condition)}`;
    case "outside":
      return `is outside ${number(condition.min)} to ${number(condition.max)}${lastingText(condition)}`;
    case "rate": {
      const change = { any: "changes", rise: "rises", fall: "falls" }[condition.direction];
      return `${change} by more than ${number(condition.limit)} per ${condition.per}${lastingText(condition)}`;
    }
    case "unchanged":
      return `does not change for ${durationText(condition.seconds)}`;
    case "silent":
      return `is missing for ${durationText(condition.seconds)}`;
  }
}

function lastingText(lasting: { readonly for_readings: number; readonly for_seconds: number }): string {
  const readings = lasting.for_readings > 1 ? `${lasting.for_readings} readings` : null;
  const time = lasting.for_seconds > 0 ? durationText(lasting.for_seconds) : null;
  const parts = [readings, time].filter((part) => part !== null);
  return parts.length === 0 ? "" : ` for ${parts.join(" and ")}`;
}
