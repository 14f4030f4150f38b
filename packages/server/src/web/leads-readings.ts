import { isLeadingReadings } from "@weir/protocol/manage/leads-readings";
import type { z } from "zod";

/** Whether a request gives a field that decides where values of readings go. See leads-readings.ts of the protocol. */
export function givesLeadingField(schema: z.ZodType | undefined, value: unknown): boolean {
  if (schema === undefined || value === undefined) return false;
  if (isLeadingReadings(schema)) return true;
  const { def } = schema as unknown as { readonly def: FormDefinition };
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape);
      return isRecord(value) && fields.some(([name, form]) => givesLeadingField(form, value[name]));
    }
    case "array":
      return Array.isArray(value) && value.some((each) => givesLeadingField(def.element, each));
    case "default":
      // The default of such a field is null, which leaves the decision to others.
      return value !== null && givesLeadingField(def.innerType, value);
    case "nullable":
    case "optional":
      return givesLeadingField(def.innerType, value);
    case "union":
      return def.options.some((option) => givesLeadingField(option, value));
    default:
      return false;
  }
}

type FormDefinition =
  | { readonly type: "object"; readonly shape: Readonly<Record<string, z.ZodType>> }
  | { readonly type: "array"; readonly element: z.ZodType }
  | { readonly type: "union"; readonly options: readonly z.ZodType[] }
  | { readonly type: "nullable" | "optional" | "default"; readonly innerType: z.ZodType }
  | { readonly type: "other" };

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
