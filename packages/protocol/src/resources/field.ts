import { z } from "zod";
import { namedText } from "../manage/named-text.ts";

/** One field of a resource: what people send and get, and how it is stored. */
export interface Field<Schema extends z.ZodType = z.ZodType, IsListed extends boolean = boolean> {
  readonly schema: Schema;
  /** JSON is stored as text, and a flag as 0 or 1. */
  readonly stored: "text" | "number" | "flag" | "json";
  /** Whether lists show it. What is large is shown only by itself. */
  readonly isListed: IsListed;
  /** What a new one has if nothing is sent. Without it, the field must be sent. */
  readonly initial?: z.output<Schema>;
  /** What is kept of a value that was sent, if it is not the value itself. */
  kept?(sent: z.output<Schema>): z.output<Schema>;
}

/** One that need not be sent. */
type OptionalField<Schema extends z.ZodType, IsListed extends boolean = true> = Field<Schema, IsListed> & {
  readonly initial: z.output<Schema>;
};

export type FieldSet = Readonly<Record<string, Field>>;

/** The values of fields. */
export type ValuesOf<Fields extends FieldSet> = {
  readonly [Name in keyof Fields]: z.output<Fields[Name]["schema"]>;
};

interface TextOptions {
  readonly max: number;
  readonly describe?: string;
}

export const field = {
  /** Every resource has a name. Spaces around it are removed. */
  name: (about = "Need not be unique.", max?: number): Field<z.ZodString, true> => ({
    schema: (max === undefined ? namedText : z.string().min(1).max(max)).describe(about),
    stored: "text",
    isListed: true,
  }),

  /** A text that may be missing. An empty one is the same as none. */
  textOrNone: ({ max, describe }: TextOptions): OptionalField<z.ZodNullable<z.ZodString>> => {
    const schema = z.string().max(max).nullable();
    return {
      schema: describe === undefined ? schema : schema.describe(describe),
      stored: "text",
      isListed: true,
      initial: null,
      kept: (text) => text || null,
    };
  },

  /** A text with a schema of its own, which may allow none. */
  text: <Schema extends z.ZodType<string | null>>(schema: Schema): Field<Schema, true> => ({
    schema,
    stored: "text",
    isListed: true,
  }),

  flag: (describe: string): Field<z.ZodBoolean, true> => ({
    schema: z.boolean().describe(describe),
    stored: "flag",
    isListed: true,
  }),

  numberOrNone: <Schema extends z.ZodType<number, number>>(
    schema: Schema,
    describe?: string,
  ): OptionalField<z.ZodNullable<Schema>> => {
    const orNone = schema.nullable();
    return {
      schema: describe === undefined ? orNone : orNone.describe(describe),
      stored: "number",
      isListed: true,
      initial: null,
    };
  },

  /** A small value. Lists show it. */
  listedJson: <Schema extends z.ZodType>(schema: Schema): Field<Schema, true> => ({
    schema,
    stored: "json",
    isListed: true,
  }),

  /** A whole definition. Lists do not show it. */
  json: <Schema extends z.ZodType>(schema: Schema): Field<Schema, false> => ({
    schema,
    stored: "json",
    isListed: false,
  }),
};

/** The field of one that need not be sent. */
export function withInitial<Schema extends z.ZodType, IsListed extends boolean>(
  one: Field<Schema, IsListed>,
  initial: z.output<Schema>,
): OptionalField<Schema, IsListed> {
  return { ...one, initial };
}
