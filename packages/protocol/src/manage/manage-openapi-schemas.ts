import { z } from "zod";
import { type JsonObject, type JsonSchema, type JsonValue, refTo } from "../openapi/openapi-document.ts";

/** Which side of a schema: what may be sent, or what comes out once defaults and conversions have been applied. */
export type Form = "input" | "output";

/** The schemas of all routes as JSON Schema. Those with an id are components, and what uses them refers to them. */
export interface RouteSchemas {
  of(schema: z.ZodType, form: Form): JsonSchema;
  readonly components: Readonly<Record<string, JsonSchema>>;
}

interface Converted {
  readonly schemas: ReadonlyMap<z.ZodType, JsonSchema>;
  readonly named: ReadonlyMap<string, JsonSchema>;
}

const localPrefix = "#/$defs/";

/**
 * A named schema is one component where both its forms are the same. Where they differ, which is where a default may be
 * left out, what is sent gets a component of its own: `ChainDefinitionInput`.
 */
export function routeSchemas(used: readonly { schema: z.ZodType; form: Form }[]): RouteSchemas {
  const ofForm = (wanted: Form) => used.filter(({ form }) => form === wanted).map(({ schema }) => schema);
  const converted: Record<Form, Converted> = {
    input: convert(ofForm("input"), "input"),
    output: convert(ofForm("output"), "output"),
  };
  const twofold = twofoldNames(converted.input.named, converted.output.named);
  const nameOf = (id: string, form: Form) => (form === "input" && twofold.has(id) ? `${id}Input` : id);
  const referring = (schema: JsonSchema, form: Form) =>
    mapReferences(schema, (id) => refTo("schemas", nameOf(id, form)).$ref) as JsonSchema;

  const components = new Map<string, JsonSchema>();
  for (const form of ["output", "input"] as const) {
    for (const [id, definition] of converted[form].named) {
      const name = nameOf(id, form);
      const known = components.get(name);
      const component = referring(definition, form);
      if (known !== undefined && !isSame(known, component))
        throw new Error(`Two schemas have the id ${name}.`);
      components.set(name, component);
    }
  }
  return {
    of: (schema, form) => referring(converted[form].schemas.get(schema)!, form),
    components: Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Those whose forms differ, themselves or in something they refer to. */
function twofoldNames(
  inputs: ReadonlyMap<string, JsonSchema>,
  outputs: ReadonlyMap<string, JsonSchema>,
): Set<string> {
  const twofold = new Set(
    [...inputs.keys()].filter((id) => outputs.has(id) && !isSame(inputs.get(id)!, outputs.get(id)!)),
  );
  for (let before = -1; before !== twofold.size; ) {
    before = twofold.size;
    for (const [id, definition] of inputs) {
      if (outputs.has(id) && referencesIn(definition).some((used) => twofold.has(used))) twofold.add(id);
    }
  }
  return twofold;
}

/** Converts all schemas at once, as the properties of one object, so that each named one is converted only once. */
function convert(schemas: readonly z.ZodType[], form: Form): Converted {
  const unique = [...new Set(schemas)];
  const all = z.toJSONSchema(z.object(Object.fromEntries(unique.entries())), {
    io: form,
    unrepresentable: "any",
    override: ({ jsonSchema }) => leaveOutNoise(jsonSchema),
  });
  const { properties = {}, $defs = {} } = spelledOut(all as unknown as JsonObject) as {
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly $defs?: Readonly<Record<string, JsonSchema>>;
  };
  const named = new Map(Object.entries($defs).map(([id, { id: _, ...definition }]) => [id, definition]));
  if ([...named.keys()].some((id) => id.startsWith("__"))) {
    throw new Error("A schema that refers to itself needs an id.");
  }
  return { schemas: new Map(unique.map((schema, index) => [schema, properties[index]!])), named };
}

/** A pattern says nothing beside its format, nor do the limits of integers that JavaScript can hold. */
function leaveOutNoise(schema: Record<string, unknown>): void {
  if (schema.format !== undefined) delete schema.pattern;
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  const { propertyNames } = schema as { propertyNames?: object };
  if (propertyNames !== undefined && isSame(propertyNames, { type: "string" })) delete schema.propertyNames;
}

/** A record whose keys are known is an object with these properties, which says the same to more tools. */
function spelledOut(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => spelledOut(item));
  const inner = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, spelledOut(item)]));
  const { propertyNames, additionalProperties, ...others } = inner as JsonObject & {
    propertyNames?: { readonly enum?: readonly string[] };
  };
  if (!Array.isArray(propertyNames?.enum) || additionalProperties === undefined) return inner;
  const properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties]));
  return { ...others, properties, additionalProperties: false };
}

function referencesIn(value: JsonValue): string[] {
  const found: string[] = [];
  mapReferences(value, (id) => {
    found.push(id);
    return id;
  });
  return found;
}

/** A copy with each reference to a named schema replaced. Zod writes only references as texts under `$ref`. */
function mapReferences(value: JsonValue, replaced: (id: string) => string): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => mapReferences(item, replaced));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) =>
      key === "$ref" && typeof item === "string"
        ? [key, replaced(item.startsWith(localPrefix) ? item.slice(localPrefix.length) : "")]
        : [key, mapReferences(item, replaced)],
    ),
  );
}

function isSame(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
