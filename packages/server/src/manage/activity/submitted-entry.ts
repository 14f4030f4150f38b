import type { DropReason } from "@weir/protocol/drop-reasons";
import type { Sensor } from "../../control/sensors/sensor-records.ts";
import { metadataJson } from "../../ingest/parse/metadata.ts";
import { correctedUs, outOfRange } from "../../platform/corrected-us.ts";
import { TimestampParser } from "../../platform/timestamp.ts";
import type { QuarantinedReading } from "../../store/activity/record.ts";

/** A rejected reading as it would be accepted now, or why it is still rejected. */
export type SubmittedEntry =
  | {
      readonly ok: true;
      readonly sensor: Sensor;
      readonly value: number;
      readonly atUs: number;
      /** JSON text, "" if there is none. */
      readonly metadata: string;
    }
  | {
      readonly ok: false;
      readonly reason: DropReason;
      /** For an unknown sensor: its name in the entry. */
      readonly identifier: string | null;
      /** The time that was sent, if that is the problem. */
      readonly sent: readonly [seconds: number, micros: number] | null;
    };

/** The sensors of a device by slug and by UUID. No slug looks like a UUID, so one index holds both. */
export type SensorIndex = ReadonlyMap<string, Sensor>;

export function indexSensors(sensors: readonly Sensor[]): SensorIndex {
  return new Map(
    sensors.flatMap((sensor) => [[sensor.slug, sensor] as const, [sensor.uuid, sensor] as const]),
  );
}

type JsonObject = { [key: string]: unknown };

const timestamps = new TimestampParser();

/**
 * Reads an entry by the rules of the device API, with the current sensors of its device. Somebody submits it on
 * purpose, so a URL may name the sensor by slug or UUID, whatever the device's contract. `latestMs` is the latest time
 * it may have.
 */
export function readSubmitted(
  { entry: text, urlSensor, arrivalMs, correctionUs }: QuarantinedReading,
  sensors: SensorIndex,
  latestMs: number,
): SubmittedEntry {
  const entry: unknown = JSON.parse(text);
  if (!isJsonObject(entry)) return refused("dropped_invalid_shape");
  const identifier =
    urlSensor === null ? identifierOf(entry) : ({ text: urlSensor, means: "either" } as const);
  if (identifier === null) return refused("dropped_missing_identifier");
  const { value, timestamp } = entry;
  if (value === undefined || value === null) return refused("dropped_missing_value");
  if (typeof value !== "number" || !Number.isFinite(value)) return refused("dropped_invalid_value");
  const hasTime = timestamp !== undefined && timestamp !== null;
  if (hasTime && !(typeof timestamp === "string" && timestamps.parse(timestamp))) {
    return refused("dropped_invalid_timestamp");
  }
  const sent = hasTime ? ([timestamps.seconds, timestamps.micros] as const) : null;
  const isReservedHere = urlSensor === null ? isReservedInBatch : isReserved;
  const metadataKeys = Object.keys(entry).filter((key) => !isReservedHere(key)).length;
  const metadata = metadataJson({ text, start: 0, metadataKeys }, isReservedHere);
  if (!metadata.ok) return refused("dropped_metadata_too_large");
  const sensor = findSensor(sensors, identifier);
  if (sensor === undefined) return { ...refused("dropped_unknown_sensor"), identifier: identifier.text };
  const atUs = sent === null ? arrivalMs * 1000 : correctedUs(...sent, Math.round(correctionUs / 1000));
  if (atUs === outOfRange) return { ...refused("dropped_invalid_timestamp"), sent };
  if (atUs > latestMs * 1000) return { ...refused("dropped_future_timestamp"), sent };
  // -0 becomes 0, because they are one value.
  return { ok: true, sensor, value: value + 0, atUs, metadata: metadata.json };
}

function refused(reason: DropReason) {
  return { ok: false, reason, identifier: null, sent: null } as const;
}

/** In a batch, a UUID is preferred to a slug, and neither replaces the other. */
interface Identifier {
  readonly text: string;
  readonly means: "uuid" | "slug" | "either";
}

function identifierOf({ sensor_uuid: uuid, sensor_slug: slug }: JsonObject): Identifier | null {
  if (!isTextOrNone(uuid) || !isTextOrNone(slug)) return null;
  if (uuid) return { text: uuid, means: "uuid" };
  return slug ? { text: slug, means: "slug" } : null;
}

function isTextOrNone(value: unknown): value is string | null | undefined {
  return value === undefined || value === null || typeof value === "string";
}

function findSensor(sensors: SensorIndex, { text, means }: Identifier): Sensor | undefined {
  const sensor = sensors.get(text);
  return sensor === undefined || means === "either" || sensor[means] === text ? sensor : undefined;
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isReserved(key: string): boolean {
  return key === "value" || key === "timestamp";
}

function isReservedInBatch(key: string): boolean {
  return isReserved(key) || key === "sensor_slug" || key === "sensor_uuid";
}
