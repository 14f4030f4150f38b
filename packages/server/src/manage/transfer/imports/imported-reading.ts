import { fail, type Result, succeed } from "@weir/protocol/result";
import { jsonMembers, skipSpace } from "@weir/rule-engine/json-text";
import { parseInstant } from "../../../platform/parse-instant.ts";
import { TimestampParser } from "../../../platform/timestamp.ts";

/** The content of one line of a file. */
interface LineReading {
  readonly device: string | null;
  readonly sensor: string | null;
  readonly atUs: number;
  readonly value: number;
  /** JSON text, "" if there is none. */
  readonly metadata: string;
  /** Null if the line does not say when the reading first arrived. */
  readonly receivedUs: number | null;
  /**
   * The time the device sent, in whole seconds and microseconds, because distant years do not fit a double; -1 for
   * none.
   */
  readonly deviceSeconds: number;
  readonly deviceMicros: number;
}

/**
 * The columns of a line, from CSV (all text) or NDJSON. Absent and empty are the same. Metadata is JSON text, even in
 * an NDJSON line, because not every number in it survives being parsed.
 */
export interface LineValues {
  readonly device: unknown;
  readonly sensor: unknown;
  readonly at: unknown;
  readonly value: unknown;
  readonly metadata: unknown;
  readonly receivedAt: unknown;
  readonly deviceAt: unknown;
}

type ReadLine = Result<LineReading, string>;

const timestamps = new TimestampParser();
/** As for readings from devices. */
const metadataBytesMax = 4096;
const metadataDepthMax = 16;
/** Written so that no part can give digits to another, because trying all ways to share them would take quadratic time. */
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

export interface LineTimes {
  readonly nowUs: number;
  /** The latest time that a reading may have: slightly ahead of now, as for devices. */
  readonly latestUs: number;
}

/** Checks the content of a line. */
export function readLine(values: LineValues, { nowUs, latestUs }: LineTimes): ReadLine {
  const device = nameOf(values.device);
  const sensor = nameOf(values.sensor);
  if (device === undefined || sensor === undefined) return fail("The device and the sensor must be strings.");
  if (isEmpty(values.at)) return fail("The time is missing.");
  const atUs = typeof values.at === "string" ? parseInstant(values.at.trim()) : null;
  if (atUs === null) return fail("The time is not ISO 8601, such as 2026-01-31T14:05:09Z.");
  if (atUs > latestUs) return fail("The time is in the future.");
  if (isEmpty(values.value)) return fail("The value is missing.");
  const value = numberOf(values.value);
  if (value === null) return fail("The value is not a finite number.");
  const metadata = metadataOf(values.metadata);
  if (metadata === null) return fail("The metadata is not a JSON object.");
  if (Buffer.byteLength(metadata) > metadataBytesMax) {
    return fail(`The metadata is over ${metadataBytesMax} bytes as JSON.`);
  }
  const received = timeOf(values.receivedAt);
  if (received === null) return fail("The time of arrival (received_at) is not ISO 8601.");
  const receivedUs = received === "none" ? null : received.seconds * 1e6 + received.micros;
  if (receivedUs !== null && receivedUs > nowUs) return fail("The time of arrival is in the future.");
  const sent = timeOf(values.deviceAt);
  if (sent === null) return fail("The device's time (device_at) is not ISO 8601.");
  const [deviceSeconds, deviceMicros] = sent === "none" ? [-1, 0] : [sent.seconds, sent.micros];
  return succeed({ device, sensor, atUs, value, metadata, receivedUs, deviceSeconds, deviceMicros });
}

/** Null if a value is given that is not a time. */
function timeOf(value: unknown): { readonly seconds: number; readonly micros: number } | "none" | null {
  if (isEmpty(value)) return "none";
  if (typeof value !== "string" || !timestamps.parse(value.trim())) return null;
  return { seconds: timestamps.seconds, micros: timestamps.micros };
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** Undefined if a value is given that is not a text. */
function nameOf(value: unknown): string | null | undefined {
  if (isEmpty(value)) return null;
  return typeof value === "string" ? value : undefined;
}

function numberOf(value: unknown): number | null {
  const number =
    typeof value === "string" && decimal.test(value.trim()) ? Number(value) : (value as number | undefined);
  // -0 becomes 0, because they are one value.
  return typeof number === "number" && Number.isFinite(number) ? number + 0 : null;
}

/** Null if it is not valid metadata. */
function metadataOf(value: unknown): string | null {
  if (isEmpty(value)) return "";
  if (typeof value !== "string") return null;
  const parsed = parsedJson(value);
  const isObject = typeof parsed === "object" && parsed !== null && !Array.isArray(parsed);
  if (!isObject || isDeeperThan(parsed, metadataDepthMax)) return null;
  const members = jsonMembers(value, skipSpace(value, 0)).values();
  const json = Array.from(members, ({ keyText, valueText }) => `${keyText}:${valueText}`).join();
  return json === "" ? "" : `{${json}}`;
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeperThan(member, levels - 1));
}
