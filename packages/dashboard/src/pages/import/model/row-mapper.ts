import { FileTimeReader } from "./file-time.ts";
import type { ColumnRole, ImportPlan } from "./import-plan.ts";
import { objectMembers, type Row } from "./row-reader.ts";

/** A reading of the file, before it is sent. */
export interface MappedReading {
  readonly sensor: string;
  /** ISO 8601 in UTC. */
  readonly at: string;
  /** The text of a number, with a decimal point. */
  readonly value: string;
  /** JSON text; "" if there is none. */
  readonly metadata: string;
}

interface MappedRow {
  readonly readings: readonly MappedReading[];
  /** Why the row, or some of its cells, did not become readings. */
  readonly problems: readonly string[];
}

const decimalPoint = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const decimalComma = /^[+-]?(?:\d+,?\d*|,\d+)(?:[eE][+-]?\d+)?$/;

/** The server's limit. It counts bytes; this keeps the lines of a wide row, which repeat the metadata, short. */
const metadataCharsMax = 4096;

/** Turns rows into readings, by a plan. */
export class RowMapper {
  readonly #plan: ImportPlan;
  readonly #times: FileTimeReader;
  readonly #sensors: ReadonlyMap<string, string>;
  readonly #time: number;
  readonly #value: number;
  readonly #sensor: number;
  readonly #device: number;
  readonly #metadataJson: number;
  readonly #metadata: readonly number[];
  /** The columns that hold the values of one sensor each. */
  readonly #wide: readonly (readonly [place: number, slug: string])[];

  constructor(plan: ImportPlan) {
    this.#plan = plan;
    this.#times = new FileTimeReader(plan.timeFormat, plan.timeZone);
    this.#sensors = new Map(plan.sensors);
    const find = (role: ColumnRole) => plan.columns.findIndex((column) => column.role === role);
    this.#time = find("time");
    this.#value = find("value");
    this.#sensor = find("sensor");
    this.#device = find("device");
    this.#metadataJson = find("metadata_json");
    this.#metadata = plan.columns.flatMap(({ role }, place) => (role === "metadata" ? [place] : []));
    this.#wide = plan.columns.flatMap(({ role }, place) =>
      role.startsWith("sensor:") ? [[place, role.slice("sensor:".length)] as const] : [],
    );
  }

  map(row: Row): MappedRow {
    const cell = (place: number) => (row.cells[place] ?? "").trim();
    if (this.#device >= 0 && cell(this.#device) !== this.#plan.device)
      return problem("The line belongs to another device.");
    if (cell(this.#time) === "") return problem("The time is missing.");
    const at = this.#times.read(cell(this.#time));
    if (at === null) return problem(`“${short(cell(this.#time))}” is not a time in the chosen format.`);
    const metadata = this.#metadataOf(row);
    if (metadata === null) return problem("The metadata is not a JSON object.");
    if (metadata.length > metadataCharsMax)
      return problem(`The metadata is over ${metadataCharsMax} bytes as JSON.`);
    const readings: MappedReading[] = [];
    const problems: string[] = [];
    for (const [place, sensor] of this.#wide) {
      if (cell(place) === "") continue;
      const value = this.#numberOf(cell(place));
      if (value === null) problems.push(`${this.#plan.columns[place]!.name}: ${notNumber(cell(place))}`);
      else readings.push({ sensor, at, value, metadata });
    }
    if (this.#value >= 0) {
      const sensor = this.#sensor < 0 ? this.#plan.fixedSensor : this.#sensorOf(cell(this.#sensor));
      const value = this.#numberOf(cell(this.#value));
      if (sensor === null) problems.push(unknownSensor(cell(this.#sensor)));
      else if (value === null)
        problems.push(cell(this.#value) === "" ? "The value is missing." : notNumber(cell(this.#value)));
      else readings.push({ sensor, at, value, metadata });
    } else if (readings.length === 0 && problems.length === 0) {
      problems.push("The line has no value.");
    }
    return { readings, problems };
  }

  /** Exports of Weir put an apostrophe before a text that a spreadsheet would take for a formula. */
  #sensorOf(text: string): string | null {
    const name = text.toLowerCase();
    return this.#sensors.get(name) ?? this.#sensors.get(name.replace(/^'/, "")) ?? null;
  }

  #numberOf(text: string): string | null {
    const { hasDecimalComma } = this.#plan;
    if (!(hasDecimalComma ? decimalComma : decimalPoint).test(text)) return null;
    const number = hasDecimalComma ? text.replace(",", ".") : text;
    return Number.isFinite(Number(number)) ? number : null;
  }

  /** Null if the column that should hold it does not. */
  #metadataOf(row: Row): string | null {
    const members: string[] = [];
    const whole = this.#metadataJson < 0 ? "" : (row.cells[this.#metadataJson] ?? "");
    if (whole !== "") {
      const found = objectMembers(whole);
      if (found === null) return null;
      for (const { keyText, valueText } of found.values()) members.push(`${keyText}:${valueText}`);
    }
    for (const place of this.#metadata) {
      const text = row.cells[place] ?? "";
      if (text === "") continue;
      const json = row.json?.[place] ?? (isJsonNumber(text) ? text : JSON.stringify(text));
      members.push(`${JSON.stringify(this.#plan.columns[place]!.name)}:${json}`);
    }
    return members.length === 0 ? "" : `{${members.join()}}`;
  }
}

/** The line that the server reads. The number stays text, so that no digit is lost. */
export function readingLine({ sensor, at, value, metadata }: MappedReading): string {
  const rest = metadata === "" ? "" : `,"metadata":${metadata}`;
  return `{"sensor":${JSON.stringify(sensor)},"at":"${at}","value":"${value}"${rest}}\n`;
}

function isJsonNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?$/.test(text);
}

function problem(text: string): MappedRow {
  return { readings: [], problems: [text] };
}

function notNumber(text: string): string {
  return `“${short(text)}” is not a number.`;
}

function unknownSensor(text: string): string {
  return text === "" ? "The sensor is missing." : `This device has no sensor “${short(text)}”.`;
}

const shownMax = 40;

function short(text: string): string {
  return text.length > shownMax ? `${text.slice(0, shownMax)}…` : text;
}
