import type { DropReason } from "@weir/protocol/drop-reasons";

const words: Readonly<Record<DropReason | "dropped_duplicate", string>> = {
  dropped_unknown_sensor: "unknown sensor",
  dropped_missing_identifier: "no sensor named",
  dropped_missing_value: "no value",
  dropped_invalid_shape: "wrong shape",
  dropped_future_timestamp: "time in the future",
  dropped_invalid_value: "value is no number",
  dropped_invalid_timestamp: "unreadable time",
  dropped_metadata_too_large: "metadata too large",
  dropped_duplicate: "duplicate",
};

/** Why a reading was not accepted, in two or three words. A reason that this page does not know is shown as it is. */
export function reasonText(reason: string): string {
  return (words as Readonly<Record<string, string>>)[reason] ?? reason;
}
