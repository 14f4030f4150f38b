import { isOfReadings } from "@weir/protocol/manage/of-readings";
import type { z } from "zod";

type Hide = (value: unknown) => unknown;
const compiled = new WeakMap<z.ZodType, { readonly hide: Hide | null }>();

/** An answer of this form without the parts that are marked as values of readings. See of-readings.ts. */
export function hideReadings(schema: z.ZodType, answer: unknown): unknown {
  const hide = hiderOf(schema);
  return hide === null ? answer : hide(answer);
}

/** Null if nothing within the form is marked. */
function hiderOf(schema: z.ZodType): Hide | null {
  const known = compiled.get(schema);
  if (known !== undefined) return known.hide;
  const hide = isOfReadings(schema) ? () => null : hiderWithin(schema);
  compiled.set(schema, { hide });
  return hide;
}

function hiderWithin(schema: z.ZodType): Hide | null {
  const { def } = schema as unknown as { readonly def: FormDefinition };
  switch (def.type) {
    case "object":
      return ofMembers(Object.entries(def.shape));
    case "array":
      return ofElements(hiderOf(def.element));
    case "union":
      return ofOptions(def.options);
    case "nullable":
    case "optional":
    case "default": {
      const hide = hiderOf(def.innerType);
      return hide === null ? null : (value) => (value === null || value === undefined ? value : hide(value));
    }
    default:
      return null;
  }
}

type FormDefinition =
  | { readonly type: "object"; readonly shape: Readonly<Record<string, z.ZodType>> }
  | { readonly type: "array"; readonly element: z.ZodType }
  | { readonly type: "union"; readonly options: readonly z.ZodType[] }
  | { readonly type: "nullable" | "optional" | "default"; readonly innerType: z.ZodType }
  | { readonly type: "other" };

function ofMembers(members: readonly (readonly [string, z.ZodType])[]): Hide | null {
  const hides = members.flatMap(([name, form]) => {
    const hide = hiderOf(form);
    return hide === null ? [] : [{ name, hide }];
  });
  if (hides.length === 0) return null;
  return (value) => {
    const copy = { ...(value as Record<string, unknown>) };
    for (const { name, hide } of hides) if (name in copy) copy[name] = hide(copy[name]);
    return copy;
  };
}

function ofElements(hide: Hide | null): Hide | null {
  return hide === null ? null : (value) => (value as unknown[]).map(hide);
}

/** Uses the option that the value matches. */
function ofOptions(options: readonly z.ZodType[]): Hide | null {
  if (options.every((option) => hiderOf(option) === null)) return null;
  return (value) => {
    const option = options.find((each) => each.safeParse(value).success);
    // Its form is unknown, so none of it is shown.
    return option === undefined ? null : hideReadings(option, value);
  };
}
