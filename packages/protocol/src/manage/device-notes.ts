/** What can be noted about a device, for code that has no use for schemas. */

export type AttributeValue = string | number | boolean;

export const tagsMax = 20;
const tagLengthMax = 40;
export const attributesMax = 50;
const attributeNameLengthMax = 40;
export const attributeTextLengthMax = 200;
export const locationLabelLengthMax = 200;
export const notesLengthMax = 4000;

/** Lower case, so that a tag has one spelling. None of these characters has to be escaped in JSON, which filters rely on. */
export const tagShape = /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{M}\p{N}._:/-]{0,39}$/u;
/**
 * The shape for the API document. Not every tool knows classes of letters such as \p{Ll} or characters beyond U+FFFF, so it lists
 * the characters of ASCII that a tag may not have.
 */
export const tagPattern =
  "^[^\\x00-\\x2f\\x3a-\\x60\\x7b-\\x7f][^\\x00-\\x2c\\x3b-\\x5e\\x60\\x7b-\\x7f]{0,39}$";
export const tagRule = `A tag has 1 to ${tagLengthMax} lower-case letters, digits, ".", "_", ":", "/" and "-", and begins with a letter or digit.`;
export const attributeNameShape = /^[a-z][a-z0-9_-]{0,39}$/;
export const attributeNameRule = `A name has 1 to ${attributeNameLengthMax} characters: a-z, digits, "_" and "-", beginning with a letter.`;

/** Begins the names of parameters that ask for attributes. */
export const attributePrefix = "attribute.";

/** Returns the values wanted of attributes, by name. */
export function attributesOfQuery(query: Readonly<Record<string, unknown>>): ReadonlyMap<string, string> {
  const wanted = Object.entries(query).filter(([key]) => key.startsWith(attributePrefix));
  return new Map(wanted.map(([key, value]) => [key.slice(attributePrefix.length), String(value)]));
}

export function attributesToQuery(wanted: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...wanted].map(([name, value]) => [attributePrefix + name, value]));
}
