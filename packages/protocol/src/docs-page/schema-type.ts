import type { JsonSchema, JsonValue } from "../openapi/openapi-document.ts";
import { type Html, html } from "./html.ts";

export const formId = (name: string): string => `form-${name}`;

/** The id of the component that a schema refers to; null if the schema is written out in place. */
export function formNameOf({ $ref }: JsonSchema): string | null {
  return typeof $ref === "string" ? $ref.slice($ref.lastIndexOf("/") + 1) : null;
}

export function formLink(name: string): Html {
  return html`<a href="#${formId(name)}">${name}</a>`;
}

/** The type of a field in a few words, with links to the schemas it consists of. */
export function typeOf(schema: JsonSchema): Html {
  const name = formNameOf(schema);
  if (name !== null) return formLink(name);
  if (schema.const !== undefined) return html`<code>${JSON.stringify(schema.const)}</code>`;
  if (schema.enum !== undefined) return joined((schema.enum as readonly JsonValue[]).map(choiceOf));
  const variants = variantsOf(schema);
  if (variants !== null) return joined(variants.map(typeOf));
  const names = Array.isArray(schema.type) ? (schema.type as string[]) : [(schema.type as string) ?? "any"];
  return joined(names.map((each) => simpleType(each, schema)));
}

export function variantsOf({ anyOf, oneOf }: JsonSchema): readonly JsonSchema[] | null {
  return ((anyOf ?? oneOf) as readonly JsonSchema[] | undefined) ?? null;
}

function choiceOf(value: JsonValue): Html {
  return html`<code>${typeof value === "string" ? value : JSON.stringify(value)}</code>`;
}

function joined(parts: readonly Html[]): Html {
  const separator = (index: number) => (index === parts.length - 1 ? " or " : ", ");
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator(index)}${part}`))}`;
}

function simpleType(name: string, schema: JsonSchema): Html {
  if (name === "array") {
    const items = schema.items as JsonSchema | undefined;
    return items === undefined ? html`array` : html`array of ${typeOf(items)}`;
  }
  if (name === "string") return html`${stringType(schema)}`;
  if (name === "integer" || name === "number") return html`${name}${rangeOf(schema.minimum, schema.maximum)}`;
  return html`${name}`;
}

const formatNames: Readonly<Record<string, string>> = {
  uuid: "UUID",
  "date-time": "time, ISO 8601",
  email: "email address",
  uri: "URL",
};

function stringType({ format, minLength, maxLength }: JsonSchema): string {
  if (typeof format === "string") return formatNames[format] ?? `string, ${format}`;
  const range = rangeOf(minLength === 0 ? undefined : minLength, maxLength);
  return range === "" ? "string" : `string${range} characters`;
}

function rangeOf(least: JsonValue | undefined, most: JsonValue | undefined): string {
  const count = (value: JsonValue) => Number(value).toLocaleString("en-US");
  if (least !== undefined && most !== undefined) return `, ${count(least)} to ${count(most)}`;
  if (most !== undefined) return `, at most ${count(most)}`;
  return least === undefined ? "" : `, at least ${count(least)}`;
}
