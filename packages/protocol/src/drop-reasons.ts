/**
 * Why a reading was dropped. The order is the numbering used on the hot path and in stored counters:
 * append new reasons at the end, never reorder.
 */
export const dropReasons = [
  {
    key: "dropped_unknown_sensor",
    meaning: "The identifier matched no sensor on this device (exact, case-sensitive).",
  },
  {
    key: "dropped_missing_identifier",
    meaning: "A batch entry had neither `sensor_slug` nor `sensor_uuid`.",
  },
  { key: "dropped_missing_value", meaning: "A reading had no `value`." },
  {
    key: "dropped_invalid_shape",
    meaning:
      "`data` did not match the endpoint: object expected on the single endpoint, array on bulk and batch.",
  },
  {
    key: "dropped_future_timestamp",
    meaning: "After clock correction the timestamp was still further ahead of server time than is tolerated.",
  },
  { key: "dropped_invalid_value", meaning: "Lenient handling only: `value` was not a finite number." },
  {
    key: "dropped_invalid_timestamp",
    meaning:
      "Clock correction moved the timestamp out of the years 1970 to 9999; under lenient handling also: `timestamp` was not ISO 8601.",
  },
  {
    key: "dropped_metadata_too_large",
    meaning: "Lenient handling only: the reading's metadata was over 4 KiB as JSON.",
  },
] as const;

export type DropReason = (typeof dropReasons)[number]["key"];

/** Count of dropped readings per reason; reasons with no drop are absent. */
export type RejectedCounts = Partial<Record<DropReason, number>>;
