import { z } from "zod";
import { expressionResults, expressionWordKinds, nodeCategories } from "../closed-sets.ts";
import { defineRoutes } from "./route.ts";

const named = {
  name: z.string().describe("Its key in the configuration."),
  label: z.string(),
  help: z.string().optional(),
};
const optional = z.boolean().describe("Whether it may be null or left out.");

const simpleFields = [
  z.object({
    kind: z.literal("number"),
    ...named,
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.boolean(),
    unit: z.string().optional(),
    optional,
    default: z.number().optional(),
  }),
  z.object({
    kind: z.literal("text"),
    ...named,
    max_length: z.number().int(),
    multiline: z.boolean(),
    optional,
    takes_secrets: z
      .boolean()
      .describe("Whether {{secret.NAME}} in the text is replaced with a secret of the account."),
    default: z.string().optional(),
  }),
  z.object({
    kind: z.literal("choice"),
    ...named,
    options: z.array(z.object({ value: z.string(), label: z.string() })),
    optional,
    default: z.string().optional(),
  }),
  z.object({ kind: z.literal("flag"), ...named, default: z.boolean() }),
  z.object({
    kind: z.literal("expression"),
    ...named,
    result: z.enum(expressionResults).describe("The type it must return."),
    default: z.string().optional(),
  }),
] as const;

const rowField = z.discriminatedUnion("kind", simpleFields).meta({ id: "NodeRowField" });

const nodeField = z
  .discriminatedUnion("kind", [
    ...simpleFields,
    z.object({
      kind: z.literal("list"),
      ...named,
      fields: z.array(rowField).describe("The settings of one row."),
      items_min: z.number().int(),
      items_max: z.number().int(),
      default: z.array(z.record(z.string(), z.unknown())).optional(),
    }),
  ])
  .meta({ id: "NodeField" });

export type NodeRowFieldJson = z.input<typeof rowField>;
export type NodeFieldJson = z.input<typeof nodeField>;

const nodeType = z
  .object({
    type: z.string(),
    version: z.number().int(),
    category: z.enum(nodeCategories),
    title: z.string(),
    help: z.string().describe("Markdown."),
    outputs: z.array(z.string()).nullable().describe("Null if they depend on the configuration."),
    has_failure_output: z.boolean(),
    fields: z.array(nodeField),
  })
  .meta({ id: "NodeType" });

const word = z
  .object({
    kind: z.enum(expressionWordKinds),
    name: z.string().describe("The completed text."),
    form: z.string().describe("How it is written, with its parameters."),
    type: z.string().describe("Its type, or the type it returns."),
    help: z.string(),
    example: z.string(),
  })
  .meta({ id: "ExpressionWord" });

const checked = z
  .discriminatedUnion("ok", [
    z.object({ ok: z.literal(true) }),
    z.object({
      ok: z.literal(false),
      message: z.string(),
      at: z.number().int().describe("Position of the problem, as a character index from 0."),
    }),
  ])
  .meta({ id: "CheckedExpression" });

export const nodeTypeRoutes = defineRoutes("Rule chains", {
  listNodeTypes: {
    method: "GET",
    path: "/node-types",
    summary: "List all node types with their settings",
    description: "In the order of the palette, with the words of expressions. Everything fits in one answer.",
    access: "signed-in",
    scope: "chains:read",
    answer: z.object({ items: z.array(nodeType), vocabulary: z.array(word) }),
  },
  listExpressionWords: {
    method: "GET",
    path: "/expressions/vocabulary",
    summary: "List all words of expressions",
    access: "signed-in",
    scope: "chains:read",
    answer: z.object({ items: z.array(word) }),
  },
  checkExpression: {
    method: "POST",
    path: "/expressions/check",
    summary: "Check an expression",
    access: "signed-in",
    scope: "chains:read",
    body: z.strictObject({
      text: z.string().max(10_000),
      result: z.enum(expressionResults).default("any").describe("The type it must return."),
    }),
    answer: checked,
  },
});
