import { attributeNameRule, attributeNameShape } from "@weir/protocol/manage/device-notes";
import { type Result, succeed } from "@weir/protocol/result";

const plainColumns = [
  "name",
  "description",
  "group",
  "template",
  "sensors",
  "tags",
  "location",
  "latitude",
  "longitude",
  "place",
  "notes",
  "problem",
] as const;

/** Says why a line was not imported. It is ignored, so that the mended lines can be imported as they are. */
export const problemColumn = "problem" satisfies PlainColumn;

type PlainColumn = (typeof plainColumns)[number];

/** What a column of the file means. */
export type DeviceColumn =
  | { readonly kind: PlainColumn }
  | { readonly kind: "attribute"; readonly name: string; readonly isText: boolean };

const attributePrefix = "attr.";
const textSuffix = ":text";

/** The meanings of the names in the header row, or what is wrong with it. An unknown column is refused, so that nothing is ignored. */
export function readColumns(header: readonly string[]): Result<readonly DeviceColumn[], string> {
  const names = header.map((name) => name.trim().toLowerCase());
  const seen = new Set<string>();
  const twice = names.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) return { ok: false, error: `The column "${twice}" is there twice.` };
  if (!names.includes("name")) {
    return { ok: false, error: 'The header row needs a column "name". Columns are separated by commas.' };
  }
  const columns: DeviceColumn[] = [];
  for (const name of names) {
    const column = columnOf(name);
    if (typeof column === "string") return { ok: false, error: column };
    columns.push(column);
  }
  if (names.includes("latitude") !== names.includes("longitude"))
    return { ok: false, error: "latitude and longitude need each other." };
  return succeed(columns);
}

function columnOf(name: string): DeviceColumn | string {
  const plain = plainColumns.find((known) => known === name);
  if (plain !== undefined) return { kind: plain };
  if (!name.startsWith(attributePrefix)) {
    return `Unknown column "${name}". There are ${plainColumns.join(", ")}, and ${attributePrefix}NAME for attributes.`;
  }
  const isText = name.endsWith(textSuffix);
  const attribute = name.slice(attributePrefix.length, isText ? -textSuffix.length : undefined);
  if (attributeNameShape.test(attribute)) return { kind: "attribute", name: attribute, isText };
  return `"${name}" names no attribute. ${attributeNameRule}`;
}
