import { z } from "zod";
import { owners } from "../closed-sets.ts";
import { time } from "../manage/time.ts";
import type { Field } from "./field.ts";
import type { ResourceDefinition } from "./resource-definition.ts";
import { pascalOf } from "./resource-words.ts";

/** The schemas of what is listed, shown, and sent to create or change one of a resource. */
export function resourceSchemas(definition: ResourceDefinition) {
  const {
    thing,
    short = thing,
    owner,
    fields,
    once = {},
    listed: computed = {},
    times,
    version,
  } = definition;
  const one = pascalOf(thing);
  const whose = z
    .enum(owners)
    .describe(
      `\`account\`: all members see the ${short}, and editors change it. \`person\`: a ${short} of the caller, which only the caller sees and changes.`,
    );
  const counted = z.number().int().describe("Counts changes, from 1. It is also the ETag.");
  const ofFields = (choose: (one: Field) => z.ZodType | null) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, one]) => {
        const schema = choose(one);
        return schema === null ? [] : [[name, schema] as const];
      }),
    );
  const isOwned = owner === "account or person";
  const whole = ofFields(({ schema, isListed }) => (isListed ? null : schema));
  const hasWhole = Object.keys(whole).length > 0;
  const summary = z.object({
    uuid: z.uuid(),
    ...ofFields(({ schema, isListed }) => (isListed ? schema : null)),
    ...(isOwned ? { owner: whose } : {}),
    ...(version === "counted" ? { version: counted } : {}),
    ...computed,
    ...Object.fromEntries(times.map((name) => [name, time])),
  });
  const listed = summary.meta({ id: hasWhole ? `Listed${one}` : one });
  return {
    listed,
    shown: hasWhole ? summary.extend(whole).meta({ id: one }) : listed,
    created: z
      .strictObject({
        ...ofFields(({ schema, initial }) => (initial === undefined ? schema : schema.default(initial))),
        ...once,
        ...(isOwned ? { owner: whose.default("account") } : {}),
      })
      .meta({ id: `New${one}` }),
    patch: z.strictObject(ofFields(({ schema }) => schema.optional())).meta({ id: `${one}Patch` }),
  };
}
