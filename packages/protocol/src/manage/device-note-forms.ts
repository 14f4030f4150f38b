import { z } from "zod";

import {
  attributeNameRule,
  attributeNameShape,
  attributesMax,
  attributeTextLengthMax,
  locationLabelLengthMax,
  notesLengthMax,
  tagPattern,
  tagRule,
  tagShape,
  tagsMax,
} from "./device-notes.ts";

/** What people note about a device: tags, attributes, its location and a text. Nothing of it changes how readings are handled. */

export const attributeValue = z.union([z.string().max(attributeTextLengthMax), z.number(), z.boolean()]);

export const tag = z.string().regex(tagShape, tagRule).meta({ pattern: tagPattern, description: tagRule });
export const attributeName = z.string().regex(attributeNameShape, attributeNameRule);

const tags = z.array(tag).max(tagsMax);

const attributes = z
  .record(attributeName, attributeValue)
  .refine((given) => Object.keys(given).length <= attributesMax, {
    message: `A device can have at most ${attributesMax} attributes.`,
  });

const label = z.string().max(locationLabelLengthMax).describe("For people, such as an address.");

const location = z
  .strictObject({
    latitude: z.number().min(-90).max(90).describe("Degrees north of the equator."),
    longitude: z.number().min(-180).max(180).describe("Degrees east of Greenwich."),
    label: label.default(""),
  })
  .meta({ id: "NewDeviceLocation" });

/** As it is answered. */
export const shownLocation = location.extend({ label }).meta({ id: "DeviceLocation" });

export const noteFields = {
  tags: tags.describe("Short words to find devices by. A patch replaces all of them."),
  attributes: attributes.describe(
    "Named values: text, numbers or booleans. A patch replaces all of them, so send those that stay, too.",
  ),
  location: location.nullable().describe("Where the device is; null if that is not known."),
  notes: z.string().max(notesLengthMax).describe("Free text."),
};

/** Changes of the notes of many devices. Those that are not named stay. */
export const bulkNoteFields = {
  add_tags: tags.optional().describe("Tags that the devices get besides those they have."),
  remove_tags: tags.optional().describe("Tags that the devices lose."),
  attributes: z
    .record(attributeName, attributeValue.nullable())
    .refine((given) => Object.keys(given).length <= attributesMax, {
      message: `A device can have at most ${attributesMax} attributes.`,
    })
    .optional()
    .describe("Attributes that are set, or with null removed. Others stay."),
};

/** Filters of a list. Attributes are `attribute.NAME=VALUE`, which a schema cannot name. */
export const noteFilter = {
  tag: z
    .string()
    .max(500)
    .optional()
    .describe("A tag. Of several, separated by commas, the device must have all."),
};
