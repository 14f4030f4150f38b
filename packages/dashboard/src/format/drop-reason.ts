import type { DropReason } from "@weir/protocol/drop-reasons";
import { plural } from "./number.ts";

type Reason = DropReason | "dropped_duplicate";

const names: Readonly<Record<Reason, string>> = {
  dropped_unknown_sensor: "unknown sensor",
  dropped_missing_identifier: "no sensor given",
  dropped_missing_value: "no value",
  dropped_invalid_shape: "wrong shape",
  dropped_future_timestamp: "time in the future",
  dropped_invalid_value: "value not a number",
  dropped_invalid_timestamp: "unreadable time",
  dropped_metadata_too_large: "too much metadata",
  dropped_duplicate: "duplicate",
};

/** The text after "2 readings". */
const descriptions: Readonly<Record<Reason, string>> = {
  dropped_unknown_sensor: "for an unknown sensor",
  dropped_missing_identifier: "without a sensor",
  dropped_missing_value: "without a value",
  dropped_invalid_shape: "in the wrong shape",
  dropped_future_timestamp: "with a time in the future",
  dropped_invalid_value: "with a value that is not a number",
  dropped_invalid_timestamp: "with an unreadable time",
  dropped_metadata_too_large: "with too much metadata",
  dropped_duplicate: "sent before",
};

/** Why a reading was not accepted, in two or three words. A reason that this page does not know is shown as it is. */
export function reasonText(reason: string): string {
  return (names as Readonly<Record<string, string>>)[reason] ?? reason;
}

/** "2 readings for an unknown sensor". */
export function rejectedReadingsText(reason: string, readings: number): string {
  const description = (descriptions as Readonly<Record<string, string>>)[reason] ?? `rejected (${reason})`;
  return `${plural(readings, "reading")} ${description}`;
}
