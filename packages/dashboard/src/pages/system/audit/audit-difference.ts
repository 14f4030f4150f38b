import { exactText } from "../../../format/number.ts";
import { exactTime, parseTime } from "../../../format/time.ts";

/** A field of an audit log entry, before and after. */
interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The fields that differ; all fields if only one side is known. */
export function changedFields(before: unknown, after: unknown): readonly ChangedField[] {
  const was = fieldsOf(before);
  const is = fieldsOf(after);
  const isChange = was.size > 0 && is.size > 0;
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name: nameWords(name), before: was.get(name), after: is.get(name) }))
    .filter((field) => !isChange || JSON.stringify(field.before) !== JSON.stringify(field.after));
}

/** Nested fields get joined names, such as "chain name". Lists stay lists. */
function fieldsOf(side: unknown, prefix = ""): Map<string, unknown> {
  const fields = new Map<string, unknown>();
  if (side === null || side === undefined) return fields;
  if (typeof side !== "object" || Array.isArray(side)) return fields.set(prefix || "value", side);
  for (const [key, value] of Object.entries(side)) {
    const name = prefix === "" ? key : `${prefix} ${key}`;
    const isNested = typeof value === "object" && value !== null && !Array.isArray(value);
    if (!isNested) fields.set(name, value);
    else for (const [inner, content] of fieldsOf(value, name)) fields.set(inner, content);
  }
  return fields;
}

function nameWords(name: string): string {
  return name.replaceAll("_", " ");
}

const instantShape = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const listedMax = 20;

/** A value for people to read. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null || value === "") return "–";
  if (value === true) return "yes";
  if (value === false) return "no";
  if (typeof value === "string") {
    return instantShape.test(value) ? exactTime(parseTime(value)) : value;
  }
  if (typeof value === "number") return exactText(value);
  if (!Array.isArray(value)) return typeof value === "object" ? JSON.stringify(value) : String(value);
  const listed = value
    .slice(0, listedMax)
    .map((item) => valueWords(item))
    .join(", ");
  return value.length > listedMax ? `${listed} and ${value.length - listedMax} more` : listed || "–";
}
