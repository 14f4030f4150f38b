import type { FieldsOf, ResourceDefinition } from "@weir/protocol/resources/resource-definition";
import { capitalized, withArticle } from "@weir/protocol/resources/resource-words";
import { type Result, refuse, succeed } from "../manage-error.ts";
import { validateName } from "../validate-text.ts";

/** Every resource has a name, which is one of its fields. */
export interface Named {
  readonly name: string;
}

/** The fields of one, without whose it is, its version and its times. */
export function fieldsOf<Definition extends ResourceDefinition>(
  definition: Definition,
  row: object,
): FieldsOf<Definition> {
  const names = Object.keys(definition.fields);
  return Object.fromEntries(names.map((name) => [name, fieldOf(row, name)])) as FieldsOf<Definition>;
}

/** The fields that lists show, or those that they do not. */
export function fieldsShown<Definition extends ResourceDefinition>(
  definition: Definition,
  row: object,
  isListed: boolean,
): Record<string, unknown> {
  const some = Object.entries(definition.fields).filter(([, field]) => field.isListed === isListed);
  return Object.fromEntries(some.map(([name]) => [name, fieldOf(row, name)]));
}

/** Puts what was sent over what was there. What was not sent stays. */
export function withSent<Definition extends ResourceDefinition>(
  there: object,
  sent: object,
): FieldsOf<Definition> {
  const given = Object.entries(sent).filter(([, value]) => value !== undefined);
  return { ...there, ...Object.fromEntries(given) } as FieldsOf<Definition>;
}

/** What a new one has if nothing else is sent. */
export function initialFields({ fields }: ResourceDefinition): Record<string, unknown> {
  const given = Object.entries(fields).flatMap(([name, { initial }]) =>
    initial === undefined ? [] : [[name, initial]],
  );
  return Object.fromEntries(given);
}

/** Checks what the schemas cannot, and returns the fields as they are kept. */
export function checkFields<Definition extends ResourceDefinition>(
  { thing, short = thing, fields }: Definition,
  sent: FieldsOf<Definition>,
): Result<FieldsOf<Definition>> {
  const one = capitalized(withArticle(short));
  const name = validateName(`${one}'s name`, (sent as Named).name);
  if (!name.ok) return name;
  const checked: Record<string, unknown> = {};
  for (const [field, { stored, kept }] of Object.entries(fields)) {
    const value = field === "name" ? name.value : fieldOf(sent, field);
    // Half a surrogate pair is refused, because SQLite could not return it.
    if (stored === "text" && typeof value === "string" && !value.isWellFormed())
      return refuse("bad_text", `${one}'s ${field} must be valid Unicode text.`);
    checked[field] = kept === undefined ? value : kept(value);
  }
  return succeed(checked as FieldsOf<Definition>);
}

function fieldOf(fields: object, name: string): unknown {
  return (fields as Record<string, unknown>)[name];
}
