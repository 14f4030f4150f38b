import type { ActivityRecord, ReadingFinding } from "../../activity/activity-record.ts";
import { timeInWords } from "../../platform/times-in-words.ts";
import { aheadOfArrivalMs, explainFuture } from "./explain-future.ts";
import { explainUnknownSensor } from "./explain-unknown-sensor.ts";
import type { ExplainedDevice, FindingContext } from "./finding-context.ts";

/** Why a reading was not accepted and what to do about it, for the people who manage the device. */
export interface Explained {
  readonly explanation: string;
  /** Similar slugs of the device. */
  readonly suggestions: readonly string[];
  /** For a future timestamp: how far ahead of the arrival it was, after correction. */
  readonly aheadMs: number | null;
}

export function explainFinding(
  finding: ReadingFinding,
  request: FindingContext,
  device: ExplainedDevice,
): Explained {
  switch (finding.reason) {
    case "dropped_unknown_sensor":
      return { ...explainUnknownSensor(finding.identifier ?? "", request, device), aheadMs: null };
    case "dropped_future_timestamp": {
      const aheadMs = aheadOfArrivalMs(finding.sent, request);
      return { explanation: explainFuture(aheadMs, request), suggestions: [], aheadMs };
    }
    case "dropped_duplicate":
      return plain(explainDuplicate(finding));
    case "dropped_invalid_timestamp":
      // A readable timestamp was refused because the clock correction moved it out of range.
      return plain(finding.sent === null ? entrySentences.dropped_invalid_timestamp : movedOutOfRange);
    default:
      return plain(explainEntry(finding.reason, request.endpoint));
  }
}

function plain(explanation: string): Explained {
  return { explanation, suggestions: [], aheadMs: null };
}

function explainDuplicate({ sent, matchedMs, untilMs }: ReadingFinding): string {
  const arrived = matchedMs === null ? "arrived before" : `arrived at ${timeInWords(matchedMs)}`;
  const until = untilMs === null ? "for a while" : `until ${timeInWords(untilMs)}`;
  return sent === null
    ? `This reading has no timestamp and the same value as the reading that ${arrived}. Without timestamps, the same value of a sensor counts as a repeat ${until}. To keep every sample, send a timestamp with each reading.`
    : `This reading repeats the one with the same value and timestamp that ${arrived}. Repeats are recognised ${until}, so a device can safely send readings again. Nothing is lost and there is nothing to do.`;
}

type EntryReason = Exclude<
  ReadingFinding["reason"],
  "dropped_unknown_sensor" | "dropped_future_timestamp" | "dropped_duplicate"
>;

/** What is wrong with the entry itself, whatever the device and the time. */
function explainEntry(reason: EntryReason, endpoint: ActivityRecord["endpoint"]): string {
  if (reason !== "dropped_invalid_shape") return entrySentences[reason];
  return endpoint === "single"
    ? 'The field data has to be one object on this endpoint, such as {"value": 21.5}. To send several readings, use the bulk endpoint.'
    : 'This entry is not an object. The field data has to be a list of readings, such as [{"value": 21.5}].';
}

const movedOutOfRange =
  "According to its Date header the device's clock was wrong, and the corrected timestamp is outside the years 1970 to 9999. Use the same clock for timestamps and the Date header.";

const entrySentences: Record<Exclude<EntryReason, "dropped_invalid_shape">, string> = {
  dropped_missing_identifier:
    "This entry names no sensor. On the batch endpoint each entry needs a sensor_slug or a sensor_uuid, as a string.",
  dropped_missing_value: "This reading has no value. If a sample failed, leave the reading out.",
  dropped_invalid_value: "The value is not a number. Send a JSON number such as 21.5, without quotes.",
  dropped_invalid_timestamp:
    "The timestamp is not in ISO 8601 format. Send a string such as 2026-01-31T14:05:09Z, or leave it out to use the time of arrival.",
  dropped_metadata_too_large:
    "The metadata of this reading is larger than 4096 bytes as JSON. Send less metadata with each reading.",
};
