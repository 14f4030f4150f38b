import { describe, expect, test } from "bun:test";
import { type ScopeNeed, scopesIn } from "@weir/protocol/manage/access";
import { isOfReadings, ofReadings } from "@weir/protocol/manage/of-readings";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { z } from "zod";
import { hideReadings } from "./hide-readings.ts";

test("hides marked values at any depth, and leaves the rest unchanged", () => {
  const content = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("mail"), text: ofReadings(z.string()) }),
    z.object({ kind: z.literal("note"), text: z.string() }),
  ]);
  const form = z.object({
    items: z.array(z.object({ id: z.number(), value: ofReadings(z.number()), content })),
    last: z.object({ metadata: ofReadings(z.unknown()) }).nullable(),
    gone: z
      .object({ value: ofReadings(z.number()) })
      .nullable()
      .optional(),
  });
  const answer = {
    items: [
      { id: 1, value: 2, content: { kind: "mail", text: "It is 2." } },
      { id: 3, value: 4, content: { kind: "note", text: "Fine." } },
    ],
    last: { metadata: { room: "A" } },
  };
  const before = structuredClone(answer);
  expect(hideReadings(form, answer)).toEqual({
    items: [
      { id: 1, value: null, content: { kind: "mail", text: null } },
      { id: 3, value: null, content: { kind: "note", text: "Fine." } },
    ],
    last: { metadata: null },
  });
  expect(answer).toEqual(before);
  expect(hideReadings(form, { items: [], last: null })).toEqual({ items: [], last: null });
});

describe("what a route without readings:read answers", () => {
  /** Names of members that hold values of readings. If a name means something else, its route is listed below. */
  const names = ["value", "raised_value", "last_value", "metadata", "latest", "raw_base64", "node_input"];
  /**
   * Dry runs and replays use stored readings only for keys with the scope, and the caller made up the rest. Types of
   * nodes have values of choices.
   */
  const ofNoReadings = ["dryRunChain", "replayReadings", "listNodeTypes"];

  const isOpen = (scope: ScopeNeed | null) => scope !== null && !scopesIn(scope).includes("readings:read");
  const open = Object.entries<Route>(manageRoutes).filter(
    ([name, { scope }]) => isOpen(scope) && !ofNoReadings.includes(name),
  );

  test.each(open)("%s: every value is marked", (_name, { answer }) => {
    expect(answer === null || "stream" in answer ? [] : unmarked(answer, [])).toEqual([]);
  });

  /** The parts of a form, by its kind. */
  interface FormParts {
    readonly element?: z.ZodType;
    readonly innerType?: z.ZodType;
    readonly valueType?: z.ZodType;
    readonly options?: readonly z.ZodType[];
    readonly shape?: Readonly<Record<string, z.ZodType>>;
  }

  function unmarked(schema: z.ZodType, path: readonly string[]): string[] {
    // Names of values are set by people, whatever was read.
    if (isOfReadings(schema) || path.at(-2) === "states") return [];
    if (names.includes(path.at(-1) ?? "")) return [path.join(".")];
    const { element, innerType, valueType, options = [], shape = {} } = schema.def as FormParts;
    const inner = [element, innerType, valueType, ...options].filter((form) => form !== undefined);
    const members = Object.entries(shape);
    return [
      ...inner.flatMap((form) => unmarked(form, path)),
      ...members.flatMap(([name, form]) => unmarked(form, [...path, name])),
    ];
  }
});
