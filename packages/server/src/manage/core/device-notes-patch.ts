import {
  attributeNameRule,
  attributeNameShape,
  attributesMax,
  attributeTextLengthMax,
  locationLabelLengthMax,
  notesLengthMax,
  tagRule,
  tagShape,
  tagsMax,
} from "@weir/protocol/manage/device-notes";
import { columnsOfNotes, type DeviceNotes, type NoteColumns } from "../../control/devices/device-notes.ts";
import { type Refusal, type Result, refuse, succeed } from "./manage-error.ts";
import { refuseText } from "./validate-text.ts";

/** Omitted fields stay. */
export type NotesPatch = { readonly [Name in keyof DeviceNotes]?: DeviceNotes[Name] | undefined };

/** The notes of a patch, without its other fields. */
export function notesPatch({ tags, attributes, location, notes }: NotesPatch): NotesPatch {
  return { tags, attributes, location, notes };
}

/** The notes after a patch, checked and turned into columns. */
export function checkNotes(before: DeviceNotes, patch: NotesPatch): Result<NoteColumns> {
  const { tags = before.tags, attributes = before.attributes, notes = before.notes } = patch;
  const location = patch.location === undefined ? before.location : patch.location;
  const refused =
    refuseTags(tags) ??
    refuseAttributes(attributes) ??
    refuseText("The label of a location", location?.label, locationLabelLengthMax) ??
    refuseText("The notes of a device", notes, notesLengthMax);
  return refused ?? succeed(columnsOfNotes({ tags, attributes, location, notes }));
}

function refuseTags(tags: DeviceNotes["tags"]): Refusal | null {
  if (tags.length > tagsMax) return refuse("bad_text", `A device can have at most ${tagsMax} tags.`);
  const bad = tags.find((tag) => !tagShape.test(tag));
  return bad === undefined ? null : refuse("bad_text", `"${bad}" is not a valid tag. ${tagRule}`);
}

function refuseAttributes(attributes: DeviceNotes["attributes"]): Refusal | null {
  const names = Object.keys(attributes);
  if (names.length > attributesMax)
    return refuse("bad_text", `A device can have at most ${attributesMax} attributes.`);
  for (const name of names) {
    if (!attributeNameShape.test(name))
      return refuse("bad_text", `"${name}" is not a valid name of an attribute. ${attributeNameRule}`);
    const value = attributes[name];
    const refused =
      typeof value === "string"
        ? refuseText(`The attribute ${name}`, value, attributeTextLengthMax)
        : typeof value === "number" && !Number.isFinite(value)
          ? refuse("bad_text", `The attribute ${name} must be a finite number.`)
          : null;
    if (refused) return refused;
  }
  return null;
}

/** As in the API and the audit log. */
export function notesToJson({ tags, attributes, location, notes }: DeviceNotes) {
  return { tags: [...tags], attributes: { ...attributes }, location, notes };
}
