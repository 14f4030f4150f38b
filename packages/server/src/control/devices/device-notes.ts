import type { AttributeValue } from "@weir/protocol/manage/device-notes";

interface DeviceLocation {
  readonly latitude: number;
  readonly longitude: number;
  /** Empty if there is none. */
  readonly label: string;
}

/** What people note about a device. */
export interface DeviceNotes {
  /** Sorted. */
  readonly tags: readonly string[];
  /** Sorted by name. */
  readonly attributes: Readonly<Record<string, AttributeValue>>;
  readonly location: DeviceLocation | null;
  readonly notes: string;
}

/**
 * The columns in which devices store them. Tags are a JSON list and attributes a JSON object without spaces, so that a filter is
 * a search for a part of the text: see `hasTag` and `hasAttribute`.
 */
export interface NoteColumns {
  readonly tags: string;
  readonly attributes: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly location_label: string;
  readonly notes: string;
}

export const noNotes: DeviceNotes = { tags: [], attributes: {}, location: null, notes: "" };

export function columnsOfNotes({ tags, attributes, location, notes }: DeviceNotes): NoteColumns {
  const byName = Object.entries(attributes).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return {
    tags: JSON.stringify([...new Set(tags)].toSorted()),
    attributes: JSON.stringify(Object.fromEntries(byName)),
    latitude: location?.latitude ?? null,
    longitude: location?.longitude ?? null,
    location_label: location?.label ?? "",
    notes,
  };
}

export function notesOf(columns: NoteColumns): DeviceNotes {
  const { latitude, longitude, location_label: label } = columns;
  return {
    tags: JSON.parse(columns.tags),
    attributes: JSON.parse(columns.attributes),
    location: latitude === null || longitude === null ? null : { latitude, longitude, label },
    notes: columns.notes,
  };
}
