import type { CallAnswer } from "../../api/route-types.ts";
import { countText, plural } from "../../format/number.ts";

export type QuarantinedReading = CallAnswer<"listQuarantined">["items"][number];
type Resubmitted = CallAnswer<"resubmitQuarantined">;

type QuarantineMode = CallAnswer<"showDevice">["quarantine_mode"];

/** Says whether readings of the device that are rejected from now on are kept. */
export function keptText({
  name,
  quarantine_mode,
}: {
  readonly name: string;
  readonly quarantine_mode: QuarantineMode;
}): string {
  return keptTexts[quarantine_mode](name);
}

const keptTexts: Readonly<Record<QuarantineMode, (name: string) => string>> = {
  automatic: (name) => `Rejected readings of ${name} are kept until its first day without rejections.`,
  on: (name) => `Rejected readings of ${name} are kept.`,
  off: (name) => `Quarantine is off for ${name}, so its rejected readings are not kept.`,
};

/** The name that the device used for the sensor; null if it named none. */
export function sentFor({ url_sensor, entry }: QuarantinedReading): string | null {
  const { sensor_uuid, sensor_slug } = fieldsOf(entry);
  for (const name of [url_sensor, sensor_uuid, sensor_slug]) {
    if (typeof name === "string" && name !== "") return name;
  }
  return null;
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the reading named a sensor that does not exist. A sensor named by a UUID cannot be created. */
export function isForMissingSensor(reading: QuarantinedReading): boolean {
  const sensor = sentFor(reading);
  if (reading.ready || reading.device === null || sensor === null) return false;
  return reading.reason === "dropped_unknown_sensor" && !isUuid(sensor);
}

export function isUuid(text: string): boolean {
  return uuidForm.test(text);
}

/** The value exactly as it was sent; null if there was none. */
export function sentValue({ entry }: QuarantinedReading): string | null {
  const { value } = fieldsOf(entry);
  if (value === undefined) return typeof entry === "object" ? null : JSON.stringify(entry);
  return JSON.stringify(value);
}

function fieldsOf(entry: unknown): Record<string, unknown> {
  return typeof entry === "object" && entry !== null ? (entry as Record<string, unknown>) : {};
}

export function resubmittedText({
  accepted,
  duplicates,
  rejected,
}: Omit<Resubmitted, "unknown_ids" | "before_id">): string {
  const parts = [
    accepted > 0 && `${plural(accepted, "reading")} accepted`,
    duplicates > 0 && `${countText(duplicates)} already accepted`,
    rejected.length > 0 && `${countText(rejected.length)} still rejected and kept`,
  ].filter(Boolean);
  return parts.length === 0 ? "Nothing to submit." : `${parts.join(", ")}.`;
}
