import type { ImportFormat } from "@weir/protocol/closed-sets";

/** Which part of a reading a column holds. `sensor:SLUG` holds the values of one sensor, as in wide files. */
export type ColumnRole =
  | "ignored"
  | "time"
  | "value"
  | "sensor"
  | "device"
  | "metadata"
  | "metadata_json"
  | `sensor:${string}`;

export interface PlannedColumn {
  /** The text of the header row, or the key of a JSON object. */
  readonly name: string;
  readonly role: ColumnRole;
}

/** How the text of a file is cut into rows. */
export interface FileLayout {
  readonly format: ImportFormat;
  readonly encoding: "utf-8" | "windows-1252";
  /** Between the fields of a CSV file. */
  readonly delimiter: string;
  /** Whether the first record of a CSV file holds the names of its columns. */
  readonly hasHeader: boolean;
}

export type TimeFormat = "iso" | "unix_s" | "unix_ms" | "dmy" | "mdy";

/**
 * Everything that decides which readings a file becomes. The same file with the same plan always gives the same
 * bytes, which is what lets an interrupted import continue: the server knows how many of them it has received.
 */
export interface ImportPlan extends FileLayout {
  readonly columns: readonly PlannedColumn[];
  readonly timeFormat: TimeFormat;
  /** For times without an offset, by its name in the IANA database. */
  readonly timeZone: string;
  /** Whether numbers are written like 21,5. */
  readonly hasDecimalComma: boolean;
  /** The slug of the sensor of a "value" column if no column names it; null if there is none. */
  readonly fixedSensor: string | null;
  readonly device: string;
  /** The sensors of the device when the import started: a name in lower case (or a UUID), and the slug. */
  readonly sensors: readonly (readonly [name: string, slug: string])[];
}

/** The names under which a sensor column may mention the sensors of the device. */
export function sensorNames(
  sensors: readonly { readonly slug: string; readonly name: string | null; readonly uuid: string }[],
): ImportPlan["sensors"] {
  // The names come first, so that a slug wins over a name of another sensor with the same text.
  return [
    ...sensors.flatMap(({ slug, name }) => (name === null ? [] : [[name.toLowerCase(), slug] as const])),
    ...sensors.flatMap(({ slug, uuid }) => [[uuid, slug] as const, [slug.toLowerCase(), slug] as const]),
  ];
}

/** What the person still has to choose; null if the plan is complete. */
export function missingFrom({ columns, fixedSensor }: ImportPlan): string | null {
  const count = (role: ColumnRole) => columns.filter((column) => column.role === role).length;
  if (count("time") === 0) return "Choose the column with the time.";
  if (count("time") > 1) return "Only one column can contain the time.";
  if (count("value") > 1)
    return "Only one column can contain the value. Choose a sensor for each column instead.";
  if (count("sensor") > 1) return "Only one column can name the sensor.";
  const slugs = columns.filter(({ role }) => role.startsWith("sensor:")).map(({ role }) => role);
  if (new Set(slugs).size < slugs.length) return "Two columns contain values of the same sensor.";
  if (count("value") === 0) return slugs.length > 0 ? null : "Choose the column with the values.";
  if (count("sensor") === 0 && fixedSensor === null) return "Choose which sensor the values belong to.";
  return null;
}
