import { FileTimeReader, namesItsZone } from "./file-time.ts";
import { type ColumnRole, type ImportPlan, sensorNames, type TimeFormat } from "./import-plan.ts";
import type { FileSample } from "./read-sample.ts";
import { objectMembers, readRow } from "./row-reader.ts";

export interface KnownSensor {
  readonly uuid: string;
  readonly slug: string;
  readonly name: string | null;
}

const timeNames = /^(time|timestamp|datetime|date|at|ts|zeit|datum|zeitstempel|uhrzeit|_time)$/;
const valueNames = /^(value|values|reading|measurement|wert|messwert|_value)$/;
const sensorNameNames = /^(sensor|sensors|channel|series|parameter|metric|quantity|kanal|messgroesse)$/;
const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** What a person would most likely choose for this file. Everything can be changed before the import starts. */
export function guessPlan(
  sample: FileSample,
  device: { readonly uuid: string; readonly sensors: readonly KnownSensor[] },
  timeZone: string,
): ImportPlan {
  const columns = cellsByColumn(sample);
  const hasDecimalComma = sample.layout.delimiter !== "," && isCommaUsed(columns);
  const time = guessTime(sample.names, columns);
  const roles = guessRoles(sample.names, columns, device.sensors, time.place);
  const { sensors } = device;
  return {
    ...sample.layout,
    columns: sample.names.map((name, place) => ({ name, role: roles[place]! })),
    timeFormat: time.format,
    timeZone,
    hasDecimalComma,
    fixedSensor: sensors.length === 1 ? sensors[0]!.slug : null,
    device: device.uuid,
    sensors: sensorNames(sensors),
  };
}

/** Whether the times of the sample mean different instants in different time zones. */
export function needsTimeZone(sample: FileSample, { columns, timeFormat }: ImportPlan): boolean {
  if (timeFormat === "unix_s" || timeFormat === "unix_ms") return false;
  const place = columns.findIndex(({ role }) => role === "time");
  return place >= 0 && !(cellsByColumn(sample)[place] ?? []).every(namesItsZone);
}

/** The cells of the sample that are not empty, for each column. */
export function cellsByColumn({ layout, names, records }: FileSample): readonly (readonly string[])[] {
  const rows = records.flatMap(({ text }) => {
    const row = readRow(layout, names, text);
    return row.ok ? [row.value.cells] : [];
  });
  return names.map((_, place) => rows.map((cells) => cells[place] ?? "").filter((cell) => cell !== ""));
}

/** The format in which the most times can be read; of several, the first. */
function guessTimeFormat(cells: readonly string[]): TimeFormat | null {
  const isNumeric = cells.every((cell) => /^\d+(?:\.\d+)?$/.test(cell));
  // Seconds have ten digits since 2001, milliseconds thirteen.
  if (isNumeric) return cells.some((cell) => /^\d{12,}/.test(cell)) ? "unix_ms" : "unix_s";
  // With dots the day comes first nearly everywhere. With slashes it depends.
  const formats: TimeFormat[] = cells.some((cell) => cell.includes("/"))
    ? ["iso", "mdy", "dmy"]
    : ["iso", "dmy", "mdy"];
  const fitting = (format: TimeFormat) => {
    const times = new FileTimeReader(format, "UTC");
    return cells.filter((cell) => times.read(cell) !== null).length;
  };
  const [best = "iso"] = formats.toSorted((one, other) => fitting(other) - fitting(one));
  return fitting(best) > cells.length / 2 ? best : null;
}

function guessTime(
  names: readonly string[],
  columns: readonly (readonly string[])[],
): { place: number; format: TimeFormat } {
  const formats = columns.map((cells) => (cells.length === 0 ? null : guessTimeFormat(cells)));
  const isUnix = (place: number) => formats[place]!.startsWith("unix");
  const possible = names.map((_, place) => place).filter((place) => formats[place] !== null);
  const place =
    possible.find((each) => timeNames.test(plain(names[each]!))) ??
    possible.find((each) => !isUnix(each)) ??
    -1;
  return { place, format: formats[place] ?? "iso" };
}

function guessRoles(
  names: readonly string[],
  columns: readonly (readonly string[])[],
  sensors: readonly KnownSensor[],
  timePlace: number,
): ColumnRole[] {
  const roles = names.map((name, place): ColumnRole => {
    const cells = columns[place]!;
    if (place === timePlace) return "time";
    if (/^device(uuid|id)?$/.test(plain(name)) && cells.length > 0 && cells.every((cell) => uuid.test(cell)))
      return "device";
    if (plain(name) === "metadata" && cells.length > 0 && objectMembers(cells[0]!) !== null)
      return "metadata_json";
    return "ignored";
  });
  const find = (pattern: RegExp) =>
    names.findIndex((name, place) => roles[place] === "ignored" && pattern.test(plain(name)));
  const numeric = names.map((_, place) => roles[place] === "ignored" && isNumeric(columns[place]!));
  const value = find(valueNames);
  if (value >= 0) {
    roles[value] = "value";
    const sensor = find(sensorNameNames);
    if (sensor >= 0) roles[sensor] = "sensor";
    return roles;
  }
  const free = new Set(sensors);
  // Columns that are named exactly like a sensor choose first.
  for (const isFitting of [isSameName, isSimilarName]) {
    for (const [place, name] of names.entries()) {
      if (roles[place] !== "ignored" || !numeric[place]) continue;
      const sensor = [...free].find((each) => isFitting(each, name));
      if (sensor === undefined) continue;
      roles[place] = `sensor:${sensor.slug}`;
      free.delete(sensor);
    }
  }
  const numericPlaces = numeric.flatMap((is, place) => (is ? [place] : []));
  if (free.size === sensors.length && numericPlaces.length === 1) roles[numericPlaces[0]!] = "value";
  return roles;
}

function isSameName({ slug, name }: KnownSensor, column: string): boolean {
  return [slug, name ?? slug].some((each) => plain(each) === plain(column));
}

/** "temp" is similar to "temperature". */
function isSimilarName({ slug, name }: KnownSensor, column: string): boolean {
  const wanted = plain(column);
  const starts = (one: string, other: string) => other.length >= 4 && one.startsWith(other);
  return [plain(slug), plain(name ?? slug)].some((each) => starts(each, wanted) || starts(wanted, each));
}

/** A name without its unit, case and punctuation: "Temperature (°C)" becomes "temperature". */
function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[([].*?[)\]]|°.*/g, "")
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function isNumeric(cells: readonly string[]): boolean {
  const numbers = cells.filter((cell) => /^[+-]?\d*[.,]?\d+(?:[eE][+-]?\d+)?$/.test(cell));
  return numbers.length > cells.length / 2;
}

function isCommaUsed(columns: readonly (readonly string[])[]): boolean {
  return columns.some(
    (cells) =>
      cells.some((cell) => /^[+-]?\d+,\d+$/.test(cell)) &&
      !cells.some((cell) => /^[+-]?\d+\.\d+$/.test(cell)),
  );
}
