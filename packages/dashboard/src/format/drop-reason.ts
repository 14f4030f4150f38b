import type { DropReason } from "@weir/protocol/drop-reasons";
import { countText } from "./number.ts";

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

/** "3 accepted · 1 unknown sensor": what became of the readings of a request. */
export function outcomeText({
  accepted,
  duplicates,
  rejected,
}: {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: Readonly<Partial<Record<string, number>>>;
}): string {
  const parts = [`${countText(accepted)} accepted`];
  if (duplicates > 0) parts.push(`${countText(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"}`);
  for (const [reason, count = 0] of Object.entries(rejected))
    parts.push(`${countText(count)} ${reasonText(reason)}`);
  return parts.join(" · ");
}
