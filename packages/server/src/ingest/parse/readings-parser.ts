import type { EndpointName, Handling } from "@weir/protocol/contracts";
import { firstCharacters } from "../../platform/first-characters.ts";
import { isOutsideYears } from "../../platform/is-outside-years.ts";
import { TimestampParser } from "../../platform/timestamp.ts";
import { noTimestamp } from "../../queue/packed-readings.ts";
import type { Device, Sensor } from "../authenticate/device-registry.ts";
import {
  type DropCode,
  dropCode,
  kept,
  type ReadingColumns,
  unmatchedSensor,
} from "../classify/reading-columns.ts";
import { EntryTexts } from "./entry-texts.ts";
import { metadataBytesMax, metadataJson } from "./metadata.ts";
import {
  isDeeperThan,
  isJsonObject,
  type JsonObject,
  jsonDepthMax,
  parseJson,
  tooDeep,
} from "./parse-json.ts";
import { PlainReadings } from "./plain-readings.ts";
import { type ErrorMap, Problems } from "./problems.ts";

/** What the URL and the headers say about the body. */
interface Submission {
  readonly endpoint: EndpointName;
  readonly device: Pick<Device, "sensor">;
  /** The sensor of the URL: null on the batch endpoint, or if it matched nothing. */
  readonly urlSensor: Sensor | null;
  readonly handling: Handling;
}

/** `isJson` is false if there was no JSON object, so that no handling of entries was applied. */
type ParseResult = ParsedReadings | { ok: false; isJson: boolean; errors: ErrorMap };

interface ParsedReadings {
  readonly ok: true;
  readonly batteryVolts: number | null;
  /** Whether any entry addressed a sensor of the device. */
  readonly someMatched: boolean;
  /** Identifiers in the body that matched nothing, unique, in order, and cut to the length that a 404 shows. */
  readonly unmatched: readonly string[];
}

/** How many identifiers a 404 lists, and how much of each. */
const unmatchedIdentifiersMax = 100;
export const identifierCharactersMax = 200;

const drops = {
  missingIdentifier: dropCode("dropped_missing_identifier"),
  missingValue: dropCode("dropped_missing_value"),
  invalidValue: dropCode("dropped_invalid_value"),
  invalidShape: dropCode("dropped_invalid_shape"),
  invalidTimestamp: dropCode("dropped_invalid_timestamp"),
  metadataTooLarge: dropCode("dropped_metadata_too_large"),
};

const deepBody: ParseResult = { ok: false, isJson: true, errors: { body: [tooDeep] } };
const plainReadings: ParsedReadings = { ok: true, batteryVolts: null, someMatched: true, unmatched: [] };

/**
 * Parses and validates the body in one pass over its entries: each becomes a row of `columns`, and its sensor is looked up on
 * the way. Strict handling collects problems; lenient handling turns an entry's first problem into its drop reason.
 */
export class ReadingsParser {
  readonly #columns: ReadingColumns;
  readonly #entriesMax: number;
  readonly #timestamps = new TimestampParser();
  readonly #plain: PlainReadings;
  readonly #texts = new EntryTexts();

  #submission!: Submission;
  #problems = new Problems();
  #someMatched = false;
  #unmatched = new Set<string>();

  constructor(columns: ReadingColumns, entriesMax: number) {
    this.#columns = columns;
    this.#entriesMax = entriesMax;
    this.#plain = new PlainReadings(columns, entriesMax);
  }

  /** Returns whether the body of the bulk endpoint is plain. Only then do the columns hold its readings. */
  parsePlain(body: Uint8Array, { id }: Sensor): boolean {
    return this.#plain.read(body, id);
  }

  parse(body: Uint8Array, submission: Submission): ParseResult {
    const { endpoint, urlSensor } = submission;
    if (endpoint === "bulk" && urlSensor !== null && this.parsePlain(body, urlSensor)) return plainReadings;
    const json = parseJson(body);
    if (!json.ok) return { ok: false, isJson: false, errors: { body: [json.problem] } };
    this.#texts.begin(json.text);
    const parsed = this.#parseObject(json.body, submission);
    this.#texts.begin("");
    return parsed;
  }

  #parseObject(body: JsonObject, submission: Submission): ParseResult {
    this.#submission = submission;
    this.#problems = new Problems();
    this.#someMatched = submission.urlSensor !== null;
    this.#unmatched = new Set();
    for (const key in body) {
      if (key !== "data" && isDeeperThan(body[key], jsonDepthMax - 1)) return deepBody;
    }
    const batteryVolts = this.#battery(body.battery_voltage);
    if (!this.#entries(body.data)) return deepBody;
    if (!this.#problems.none) return { ok: false, isJson: true, errors: this.#problems.toErrorMap() };
    return { ok: true, batteryVolts, someMatched: this.#someMatched, unmatched: [...this.#unmatched] };
  }

  #battery(volts: unknown): number | null {
    if (volts === undefined || volts === null) return null;
    if (typeof volts === "number" && volts >= 0 && volts <= 100) return volts;
    this.#problems.add("battery_voltage", "The battery voltage must be a number of volts from 0 to 100.");
    return null;
  }

  /** Returns false if the body is nested too deeply; every other problem is collected. */
  #entries(data: unknown): boolean {
    const { endpoint } = this.#submission;
    if (isEmpty(data)) {
      this.#problems.add("data", endpoint === "single" ? needsObject : needsEntries);
      return true;
    }
    if (Array.isArray(data) && data.length > this.#entriesMax) {
      this.#problems.add(
        "data",
        `A request takes at most ${this.#entriesMax} entries; this one has ${data.length}.`,
      );
      return true;
    }
    if (endpoint === "single") {
      if (!isJsonObject(data)) return this.#wrongShape(data);
      this.#columns.reset(1);
      return this.#entry(data, 0, jsonDepthMax - 2);
    }
    if (!Array.isArray(data)) return this.#wrongShape(data);
    this.#columns.reset(data.length);
    for (let row = 0; row < data.length; row++) {
      if (!this.#entry(data[row], row, jsonDepthMax - 3)) return false;
    }
    return true;
  }

  #wrongShape(data: unknown): boolean {
    if (isDeeperThan(data, jsonDepthMax - 1)) return false;
    this.#columns.reset(Array.isArray(data) ? data.length : 1);
    this.#columns.drops.fill(drops.invalidShape, 0, this.#columns.count);
    return true;
  }

  /** Hot: called once per entry. Returns false if one of its members is nested deeper than `levels`. */
  #entry(entry: unknown, row: number, levels: number): boolean {
    const columns = this.#columns;
    columns.drops[row] = kept;
    columns.metadata[row] = "";
    if (!isJsonObject(entry)) {
      columns.drops[row] = drops.invalidShape;
      return !isDeeperThan(entry, levels + 1);
    }
    const isBatch = this.#submission.endpoint === "batch";
    const { urlSensor } = this.#submission;
    columns.sensorIds[row] = isBatch ? this.#entrySensor(entry, row) : (urlSensor?.id ?? unmatchedSensor);
    this.#value(entry.value, row);
    this.#timestamp(entry.timestamp, row);

    let metadataKeys = 0;
    for (const key in entry) {
      const member = entry[key];
      if (typeof member === "object" && member !== null && isDeeperThan(member, levels)) return false;
      if (key !== "value" && key !== "timestamp" && !(isBatch && isIdentifierKey(key))) metadataKeys++;
    }
    if (metadataKeys > 0) this.#metadata(metadataKeys, row, isBatch);
    return true;
  }

  #value(value: unknown, row: number): void {
    if (typeof value === "number" && value - value === 0) {
      this.#columns.values[row] = value + 0; // -0 becomes 0, because they are one value.
    } else if (value === undefined || value === null) {
      this.#refuse(row, "value", "A reading needs a value; leave a failed sample out.", drops.missingValue);
    } else {
      this.#refuse(row, "value", "The value must be a finite number, not in quotes.", drops.invalidValue);
    }
  }

  #timestamp(timestamp: unknown, row: number): void {
    const columns = this.#columns;
    if (timestamp === undefined || timestamp === null) {
      columns.seconds[row] = noTimestamp;
      columns.micros[row] = 0;
    } else if (typeof timestamp === "string" && this.#timestamps.parse(timestamp)) {
      columns.seconds[row] = this.#timestamps.seconds;
      columns.micros[row] = this.#timestamps.micros;
    } else {
      const isTooFar = typeof timestamp === "string" && isOutsideYears(timestamp);
      this.#refuse(row, "timestamp", isTooFar ? outsideYears : notIso8601, drops.invalidTimestamp);
    }
  }

  #entrySensor(entry: JsonObject, row: number): number {
    const uuid = this.#identifier(entry, "sensor_uuid", row);
    const slug = this.#identifier(entry, "sensor_slug", row);
    if (uuid === undefined || slug === undefined) return unmatchedSensor;
    const identifier = uuid ?? slug;
    if (identifier === null) {
      const message = "A batch entry needs a sensor_slug or a sensor_uuid.";
      this.#refuse(row, "sensor_slug", message, drops.missingIdentifier);
      this.#refuse(row, "sensor_uuid", message, drops.missingIdentifier);
      return unmatchedSensor;
    }
    const sensor = this.#submission.device.sensor(identifier);
    if (sensor !== undefined && identifier === (uuid !== null ? sensor.uuid : sensor.slug)) {
      this.#someMatched = true;
      return sensor.id;
    }
    this.#columns.identifiers[row] = identifier;
    if (this.#unmatched.size < unmatchedIdentifiersMax) {
      this.#unmatched.add(firstCharacters(identifier, identifierCharactersMax));
    }
    return unmatchedSensor;
  }

  /** Returns the identifier; null if it is not given, undefined if it is not a string. */
  #identifier(entry: JsonObject, key: "sensor_uuid" | "sensor_slug", row: number): string | null | undefined {
    const identifier = entry[key];
    if (identifier === undefined || identifier === null || identifier === "") return null;
    if (typeof identifier === "string") return identifier;
    this.#refuse(row, key, "The sensor identifier must be a string.", drops.missingIdentifier);
    return undefined;
  }

  #metadata(metadataKeys: number, row: number, isBatch: boolean): void {
    const entry = { text: this.#texts.text, start: this.#texts.startOf(row), metadataKeys };
    const metadata = metadataJson(entry, isBatch ? isReservedInBatch : isReserved);
    if (metadata.ok) {
      this.#columns.metadata[row] = metadata.json;
      this.#texts.endsAt(metadata.end);
      return;
    }
    const message = `The metadata of a reading must not be over ${metadataBytesMax} bytes as JSON.`;
    this.#refuse(row, metadata.largestKey, message, drops.metadataTooLarge);
  }

  #refuse(row: number, key: string, message: string, drop: DropCode): void {
    const { endpoint, handling } = this.#submission;
    if (handling === "strict") {
      this.#problems.add(endpoint === "single" ? `data.${key}` : `data.${row}.${key}`, message);
    } else if (this.#columns.drops[row] === kept) {
      this.#columns.drops[row] = drop;
    }
  }
}

const notIso8601 = "The timestamp must be an ISO 8601 date and time, such as 2026-01-31T14:05:09Z.";
const outsideYears = "The timestamp must lie in the years 1970 to 9999, in UTC.";
const needsObject = 'The data field must hold one reading, such as {"value": 21.5}.';
const needsEntries = 'The data field must hold at least one reading, such as [{"value": 21.5}].';

function isEmpty(data: unknown): boolean {
  if (data === undefined || data === null) return true;
  if (Array.isArray(data)) return data.length === 0;
  if (typeof data !== "object") return false;
  for (const _ in data) return false;
  return true;
}

function isIdentifierKey(key: string): boolean {
  return key === "sensor_slug" || key === "sensor_uuid";
}

function isReserved(key: string): boolean {
  return key === "value" || key === "timestamp";
}

function isReservedInBatch(key: string): boolean {
  return isReserved(key) || isIdentifierKey(key);
}
