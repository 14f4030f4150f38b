import type { JsonSchema } from "../openapi/openapi-document.ts";
import { table } from "./blocks.ts";
import { type Html, html, prose } from "./html.ts";
import { formNameOf, typeOf, variantsOf } from "./schema-type.ts";

interface Field {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
}

/** The direction of the fields. For fields that are sent, readers have to know which are optional. */
export type Direction = "sent" | "answered";

/** Deeper fields are only shown as "object". */
const depthMax = 3;

/**
 * Tables of the fields of an object, one for each form that it can have. Fields of nested objects follow after a dot.
 */
export function fieldTables(caption: string, schema: JsonSchema, direction: Direction): Html {
  const variants = variantsOf(schema)?.filter(({ properties }) => properties !== undefined) ?? [];
  if (variants.length > 0) {
    return html`${variants.map((variant) =>
      fieldTable(`${caption}, ${conditionOf(variant)}`, variant, direction),
    )}`;
  }
  if (schema.properties === undefined)
    return html`<p>${prose(caption)}: ${typeOf(schema)}.</p>
`;
  return fieldTable(caption, schema, direction);
}

function fieldTable(caption: string, schema: JsonSchema, direction: Direction): Html {
  const fields = fieldsOf(schema, "", 1);
  if (fields.length === 0)
    return html`<p>${prose(caption)}: an object without fields.</p>
`;
  const isSent = direction === "sent";
  const rows = fields.map((field) => [
    html`<code>${field.name}</code>`,
    typeOf(field.schema),
    ...(isSent ? [html`${field.isRequired ? "yes" : "no"}`] : []),
    notesOf(field, direction),
  ]);
  return table(caption, ["Field", "Type", ...(isSent ? ["Required"] : []), "Notes"], rows);
}

/** What distinguishes one form from the others: fields that have only one value. */
function conditionOf({ properties }: JsonSchema): string {
  const fixed = Object.entries(properties as Record<string, JsonSchema>)
    .filter(([, schema]) => schema.const !== undefined)
    .map(([name, schema]) => `\`${name}\` is \`${JSON.stringify(schema.const)}\``);
  return fixed.length === 0 ? "one form" : `where ${fixed.join(" and ")}`;
}

function fieldsOf(schema: JsonSchema, prefix: string, depth: number): Field[] {
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).flatMap(
    ([key, property]) => {
      const name = prefix + key;
      const field = { name, schema: property, isRequired: required.includes(key) };
      const inner = depth < depthMax ? objectWithin(property) : null;
      if (inner === null) return [field];
      return [field, ...fieldsOf(inner.schema, `${name}${inner.mark}.`, depth + 1)];
    },
  );
}

/** The object in a field, which may be in a list or may be null. */
function objectWithin(schema: JsonSchema): { schema: JsonSchema; mark: "" | "[]" } | null {
  if (formNameOf(schema) !== null) return null;
  if (schema.properties !== undefined) return { schema, mark: "" };
  if (schema.items !== undefined) {
    const within = objectWithin(schema.items as JsonSchema);
    return within === null ? null : { schema: within.schema, mark: "[]" };
  }
  const objects = variantsOf(schema)?.filter(({ type }) => type !== "null") ?? [];
  return objects.length === 1 ? objectWithin(objects[0]!) : null;
}

function notesOf({ schema, isRequired }: Field, direction: Direction): Html {
  const notes = [
    ...(typeof schema.description === "string" ? [prose(schema.description)] : []),
    ...(direction === "sent" && schema.default !== undefined ? [defaultNote(schema)] : []),
    ...(direction === "answered" && !isRequired ? [html`May be absent.`] : []),
  ];
  return html`${notes.map((note, index) => (index === 0 ? note : html` ${note}`))}`;
}

export function defaultNote({ default: value }: JsonSchema): Html {
  return html`Default: <code>${typeof value === "string" && value !== "" ? value : JSON.stringify(value)}</code>.`;
}
