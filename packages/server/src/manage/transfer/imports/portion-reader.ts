import type { ImportFormat } from "@weir/protocol/closed-sets";
import { csvFields } from "@weir/protocol/csv-fields";
import { fromHarmlessText } from "@weir/protocol/csv-record";
import {
  RecordSplitter,
  recordBytesMax,
  type SplitRecord,
  type SplitState,
} from "@weir/protocol/record-splitter";
import { jsonMembers, skipSpace } from "@weir/rule-engine/json-text";
import type { ImportedReadings } from "../../../bus/imported-readings.ts";
import type { ColumnMapping, LineProblem } from "../../../control/imports/imports.ts";
import type { SensorLookup } from "../../../control/sensors/sensor-lookup.ts";
import { pieceBytes, WorkSlices } from "../../../platform/work-slices.ts";
import { noReadings } from "../../core/import-sink.ts";
import { type LineTimes, type LineValues, parsedJson, readLine } from "./imported-reading.ts";

interface PortionContext {
  readonly format: ImportFormat;
  readonly mapping: ColumnMapping;
  /** For all lines that do not name their own. */
  readonly device: string | null;
  readonly sensor: string | null;
  readonly sensors: SensorLookup;
  readonly times: LineTimes;
}

interface ReadPortion {
  readonly readings: ImportedReadings;
  readonly problems: readonly LineProblem[];
  readonly split: SplitState;
  readonly header: readonly string[] | null;
  /** Why the header row cannot be used; null if it can. Nothing after it was read. */
  readonly badHeader: LineProblem | null;
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads the next bytes of a file, without effects except looking up sensors. `before` is the state after the bytes so
 * far.
 */
export async function readPortion(
  context: PortionContext,
  before: { readonly split: SplitState; readonly header: readonly string[] | null },
  bytes: Uint8Array,
  isEnd: boolean,
): Promise<ReadPortion> {
  const splitter = new RecordSplitter(context.format === "csv" ? "," : null, before.split);
  const readings = noReadings();
  const problems: LineProblem[] = [];
  const slices = new WorkSlices();
  let { header } = before;
  const readPart = (badHeader: LineProblem | null): ReadPortion => ({
    readings,
    problems,
    header,
    badHeader,
    split: splitter.state,
  });
  for (const record of recordsIn(bytes, splitter, isEnd)) {
    if (slices.isUsedUp) await slices.rest();
    if (record === null) continue;
    const text = textOf(record);
    if (context.format === "csv" && header === null) {
      header = text === null ? null : (csvFields(text)?.map((name) => name.trim()) ?? []);
      const reason = header === null ? unreadable(record) : missingColumns(header, context);
      if (reason !== null) return readPart({ line: record.line, reason });
    } else if (text === null) {
      problems.push({ line: record.line, reason: unreadable(record) });
    } else {
      let reason = takeRecord(context, header, text, readings);
      // Neighbouring lines name the same device, so few lines are read twice.
      if (typeof reason === "object" && reason !== null) {
        await context.sensors.read(reason.unread);
        reason = takeRecord(context, header, text, readings);
      }
      if (typeof reason === "string") problems.push({ line: record.line, reason });
    }
  }
  if (isEnd && context.format === "csv" && header === null)
    return readPart({ line: 1, reason: "The file is empty." });
  return readPart(null);
}

/** The records of a portion, and null after each piece of it, because a large portion may have none. */
function* recordsIn(
  bytes: Uint8Array,
  splitter: RecordSplitter,
  isEnd: boolean,
): Generator<SplitRecord | null> {
  let start = 0;
  do {
    const end = start + pieceBytes;
    yield* splitter.push(bytes.subarray(start, end), isEnd && end >= bytes.length);
    yield null;
    start = end;
  } while (start < bytes.length);
}

function textOf({ bytes, line }: { bytes: Uint8Array | null; line: number }): string | null {
  if (bytes === null) return null;
  try {
    const text = utf8.decode(bytes);
    return line === 1 ? text.replace(/^\uFEFF/, "") : text;
  } catch {
    return null;
  }
}

function unreadable({ bytes }: { bytes: Uint8Array | null }): string {
  if (bytes !== null) return "The line is not UTF-8.";
  return `The line does not end within ${recordBytesMax} bytes, or a quote in it is not closed.`;
}

function missingColumns(
  header: readonly string[],
  { mapping, device, sensor }: PortionContext,
): string | null {
  const needed = [mapping.at, mapping.value];
  if (device === null) needed.push(mapping.device);
  if (sensor === null) needed.push(mapping.sensor);
  const missing = needed.filter((name) => !header.includes(name));
  return missing.length === 0 ? null : `Missing from the header row: ${missing.join(", ")}.`;
}

/** Null if the record became a reading; otherwise why not, or which device has to be loaded first. */
function takeRecord(
  context: PortionContext,
  header: readonly string[] | null,
  text: string,
  readings: ImportedReadings,
): string | { readonly unread: string } | null {
  const values =
    header === null ? jsonValues(text, context.mapping) : csvValues(text, header, context.mapping);
  if (typeof values === "string") return values;
  const read = readLine(values, context.times);
  if (!read.ok) return read.error;
  const line = read.value;
  const device = context.device ?? line.device;
  const sensor = context.sensor ?? line.sensor;
  if (device === null) return "The line names no device.";
  if (sensor === null) return "The line names no sensor.";
  const found = context.sensors.known(device, sensor);
  if (found === null) return { unread: device };
  if (typeof found === "string") return found;
  readings.deviceIds.push(found.deviceId);
  readings.sensorIds.push(found.sensorId);
  readings.atUs.push(line.atUs);
  readings.values.push(line.value);
  readings.metadata.push(line.metadata);
  readings.receivedUs.push(line.receivedUs);
  readings.deviceSeconds.push(line.deviceSeconds);
  readings.deviceMicros.push(line.deviceMicros);
  return null;
}

function csvValues(text: string, header: readonly string[], mapping: ColumnMapping): LineValues | string {
  const fields = csvFields(text);
  if (fields === null) return "A quote in this line is not closed.";
  if (fields.length !== header.length) {
    return `The line has ${fields.length} fields, but the header row has ${header.length}.`;
  }
  const values = valuesOf(mapping, (name) => fields[header.indexOf(name)]);
  const { sensor } = values;
  return typeof sensor === "string" ? { ...values, sensor: fromHarmlessText(sensor) } : values;
}

function jsonValues(text: string, mapping: ColumnMapping): LineValues | string {
  const object = parsedJson(text);
  if (typeof object !== "object" || object === null || Array.isArray(object)) {
    return "The line is not a JSON object.";
  }
  const values = valuesOf(mapping, (name) =>
    Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined,
  );
  const isObject = typeof values.metadata === "object" && values.metadata !== null;
  return isObject ? { ...values, metadata: textOfMember(text, mapping.metadata) } : values;
}

/** The text of one value in a line that is a JSON object. */
function textOfMember(text: string, key: string): string {
  return jsonMembers(text, skipSpace(text, 0)).get(key)!.valueText;
}

function valuesOf(mapping: ColumnMapping, value: (name: string) => unknown): LineValues {
  return {
    device: value(mapping.device),
    sensor: value(mapping.sensor),
    at: value(mapping.at),
    value: value(mapping.value),
    metadata: value(mapping.metadata),
    receivedAt: value(mapping.received_at),
    deviceAt: value(mapping.device_at),
  };
}
