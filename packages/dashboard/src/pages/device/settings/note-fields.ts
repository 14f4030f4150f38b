import { attributeFromText, attributeToText } from "@weir/protocol/manage/attribute-text";
import type { AttributeValue } from "@weir/protocol/manage/device-notes";
import type { Device } from "../use-device.ts";

/**
 * What people note about a device, as texts: forms compare fields to tell what was changed. Attributes are JSON, so that rows
 * that are still being typed have a place, too.
 */
export interface NoteFields {
  /** Separated by spaces. */
  readonly tags: string;
  readonly attributes: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly location_label: string;
  readonly notes: string;
}

export const noteWords: Readonly<Record<keyof NoteFields, string>> = {
  tags: "tags",
  attributes: "attributes",
  latitude: "latitude",
  longitude: "longitude",
  location_label: "place",
  notes: "notes",
};

export interface AttributeRow {
  readonly name: string;
  readonly kind: "text" | "number" | "boolean";
  readonly value: string;
}

export function rowsOf(attributes: string): readonly AttributeRow[] {
  return (JSON.parse(attributes) as [string, AttributeRow["kind"], string][]).map(([name, kind, value]) => ({
    name,
    kind,
    value,
  }));
}

export function textOfRows(rows: readonly AttributeRow[]): string {
  return JSON.stringify(rows.map(({ name, kind, value }) => [name, kind, value]));
}

export function noteFieldsOf({
  tags,
  attributes,
  location,
  notes,
}: Pick<Device, "tags" | "attributes" | "location" | "notes">): NoteFields {
  const rows = Object.entries(attributes).map(([name, value]) => ({
    name,
    kind: kindOf(value),
    value: attributeToText(value),
  }));
  return {
    tags: tags.join(" "),
    attributes: textOfRows(rows),
    latitude: location === null ? "" : String(location.latitude),
    longitude: location === null ? "" : String(location.longitude),
    location_label: location?.label ?? "",
    notes,
  };
}

function kindOf(value: AttributeValue): AttributeRow["kind"] {
  return typeof value === "string" ? "text" : typeof value === "number" ? "number" : "boolean";
}

/** Readable texts for attributes that somebody else has changed. */
export function attributeNames(
  theirs: readonly { readonly field: string; readonly before: unknown; readonly now: unknown }[] | null,
): { value: string; label: string }[] {
  const changed = theirs?.find(({ field }) => field === noteWords.attributes);
  if (changed === undefined) return [];
  return [String(changed.before), String(changed.now)].map((value) => ({
    value,
    label: rowsOf(value)
      .map((row) => `${row.name}: ${row.value}`)
      .join(", "),
  }));
}

/** The tags that a text means. */
export function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((tag) => tag !== ""),
    ),
  ];
}

/** The changed fields as the API takes them. A location is sent as a whole. */
export function noteChanges(changes: { [Name in keyof NoteFields]?: string | undefined }, all: NoteFields) {
  const { tags, attributes, latitude, longitude, location_label, notes } = changes;
  const isMoved = latitude !== undefined || longitude !== undefined || location_label !== undefined;
  return {
    ...(tags === undefined ? {} : { tags: tagsOf(tags) }),
    ...(attributes === undefined ? {} : { attributes: attributesOfRows(rowsOf(attributes)) }),
    ...(isMoved ? { location: locationOf(all) } : {}),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** Rows without a name are left out. */
export function attributesOfRows(rows: readonly AttributeRow[]): Record<string, AttributeValue> {
  const meant = rows.filter(({ name }) => name.trim() !== "");
  return Object.fromEntries(meant.map(({ name, kind, value }) => [name.trim(), typedValue(kind, value)]));
}

function typedValue(kind: AttributeRow["kind"], value: string): AttributeValue {
  if (kind === "boolean") return value === "true";
  return kind === "number" ? Number(value) : value;
}

function locationOf({ latitude, longitude, location_label: label }: NoteFields) {
  if (latitude.trim() === "" || longitude.trim() === "") return null;
  return { latitude: Number(latitude), longitude: Number(longitude), label };
}

/** The kind that a typed value suggests, for a row whose kind nobody has chosen. */
export function suggestedKind(value: string): AttributeRow["kind"] {
  return kindOf(attributeFromText(value));
}
