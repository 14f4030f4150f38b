import { expect, test } from "bun:test";
import type { Route } from "@weir/protocol/manage/route";
import { manageRoutes } from "@weir/protocol/manage/routes";
import { z } from "zod";
import { issueDescriber } from "./describe-issue.ts";
import { readInput } from "./read-input.ts";

const schema = z.strictObject({
  text: z.string().min(1).max(5).optional(),
  long: z.string().min(3).optional(),
  exact: z.string().length(1).optional(),
  number: z.number().min(0).max(10_000).optional(),
  above: z.number().gt(1).lt(2).optional(),
  whole: z.number().int().multipleOf(5).optional(),
  flag: z.boolean().optional(),
  list: z.array(z.string()).min(1).max(2).optional(),
  record: z.record(z.string().regex(/^[a-z]$/, "must be a letter"), z.number()).optional(),
  uuid: z.uuid().optional(),
  email: z.email().optional(),
  time: z.iso.datetime().optional(),
  choice: z.enum(["warning", "critical"]).optional(),
  only: z.literal("one").optional(),
  nothing: z.null().optional(),
  either: z.union([z.string(), z.number(), z.boolean()]).optional(),
  kind: z
    .discriminatedUnion("kind", [
      z.strictObject({ kind: z.literal("device"), device: z.uuid() }),
      z.strictObject({ kind: z.literal("group"), group: z.string() }),
    ])
    .optional(),
  daysOrAccount: z.union([z.literal("account"), z.number().int().min(1)]).optional(),
  nested: z.union([z.strictObject({ a: z.string() }), z.null()]).optional(),
  rule: z
    .number()
    .refine((value) => value === 1)
    .optional(),
});
const required = z.strictObject({
  name: z.string(),
  kind: z.enum(["a", "b"]),
  either: z.union([z.string(), z.number()]),
});

/** The messages about a body, by field. */
function messages(body: unknown, of: z.ZodType = schema): Record<string, string> {
  const route = { method: "PUT", path: "/x", access: "public", scope: null, body: of } as unknown as Route;
  const request = {
    headers: { get: (name: string) => (name === "content-type" ? "application/json" : null) },
    body: new TextEncoder().encode(JSON.stringify(body)),
  };
  const result = readInput(route, request as never, {}, new URLSearchParams());
  if (result.ok) throw new Error("The body was taken.");
  return Object.fromEntries((result.error.errors ?? []).map(({ field, message }) => [field, message]));
}

test.each<[unknown, Record<string, string>]>([
  [[], { "": "must be an object" }],
  [{ text: "" }, { text: "must not be empty" }],
  [{ text: "abcdef" }, { text: "must have at most 5 characters" }],
  [{ text: 5 }, { text: "must be a text" }],
  [{ text: null }, { text: "must be a text" }],
  [{ exact: [] }, { exact: "must be a text" }],
  [{ list: "" }, { list: "must be a list" }],
  [{ long: "ab" }, { long: "must have at least 3 characters" }],
  [{ exact: "ab" }, { exact: "must have exactly 1 character" }],
  [{ number: "5" }, { number: "must be a number" }],
  [{ number: -1 }, { number: "must be at least 0" }],
  [{ number: 10_001 }, { number: "must be at most 10,000" }],
  [{ above: 1 }, { above: "must be more than 1" }],
  [{ above: 2 }, { above: "must be less than 2" }],
  [{ whole: 1.5 }, { whole: "must be a whole number" }],
  [{ whole: 1e300 }, { whole: "must be at most 9,007,199,254,740,991" }],
  [{ whole: 7 }, { whole: "must be a multiple of 5" }],
  [{ flag: "yes" }, { flag: "must be true or false" }],
  [{ list: {} }, { list: "must be a list" }],
  [{ list: [] }, { list: "must not be empty" }],
  [{ list: ["a", "b", "c"] }, { list: "must have at most 2 entries" }],
  [{ record: [] }, { record: "must be an object" }],
  [{ record: { A: 1 } }, { "record.A": "must be a letter" }],
  [{ uuid: "x" }, { uuid: "must be a UUID" }],
  [{ email: "x" }, { email: "must be an email address" }],
  [{ time: "yesterday" }, { time: "must be a time such as 2026-06-01T12:00:00Z" }],
  [{ choice: "warnings" }, { choice: "Unknown value. Did you mean warning?" }],
  [{ choice: "loud" }, { choice: "must be one of warning, critical" }],
  [{ choice: 1 }, { choice: "must be one of warning, critical" }],
  [{ only: "two" }, { only: "must be one" }],
  [{ nothing: 1 }, { nothing: "must be null" }],
  [{ either: {} }, { either: "must be a text, or a number, or true or false" }],
  [{ kind: {} }, { "kind.kind": "is required" }],
  [{ kind: { kind: "devise" } }, { "kind.kind": "Unknown value. Did you mean device?" }],
  [{ kind: { kind: "device", device: 1 } }, { "kind.device": "must be a text" }],
  [
    { kind: { kind: "group", group: "a", devise: 1 } },
    { "kind.devise": "Unknown field. Known here: kind, group." },
  ],
  [{ daysOrAccount: 0 }, { daysOrAccount: "must be at least 1" }],
  [{ daysOrAccount: [] }, { daysOrAccount: "must be account, or a number" }],
  [{ nested: { a: 1 } }, { "nested.a": "must be a text" }],
  [{ nested: { a: "x", b: 1 } }, { "nested.b": "Unknown field. Known here: a." }],
  [{ rule: 2 }, { rule: "is not valid" }],
  [
    { texts: 1, e_mail: 2 },
    { texts: "Unknown field. Did you mean text?", e_mail: "Unknown field. Did you mean email?" },
  ],
])("says in our words what is wrong with %j", (body, expected) => {
  expect(messages(body)).toEqual(expected);
});

test("says what is missing", () => {
  expect(messages({}, required)).toEqual({ name: "is required", kind: "is required", either: "is required" });
});

test("describes a limited number of problems and unknown fields, however many a body has", () => {
  const wrong = z.array(z.number()).safeParse(["a", "b", "c"], { error: issueDescriber(2) });
  const said = wrong.error!.issues.map(({ message }) => message);
  expect(said).toEqual(["must be a number", "must be a number", "is not valid"]);
  const fields = Object.fromEntries(Array.from({ length: 50_000 }, (_, nth) => [`texta${nth}`, 1]));
  const unknown = schema.safeParse(fields, { error: issueDescriber(1000) });
  expect(unknown.error!.issues[0]!.message.split("\n")).toHaveLength(100);
  expect(Object.keys(messages(fields))).toHaveLength(100);
});

/** Bodies that are wrong in as many ways as their form allows, found by trying each kind of value everywhere. */
const wrongValues = [
  undefined,
  null,
  "",
  "x",
  0,
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  { kind: "x" },
  { x: 1 },
];

test.each(
  Object.entries(manageRoutes as Readonly<Record<string, Route>>).filter(
    ([, { body }]) => body !== undefined,
  ),
)("no message about the body of %s is the one of the library", (_name, { body }) => {
  const fields = fieldsOf(body!);
  const told = wrongValues.flatMap((value) => [
    ...Object.values(safely(() => messages(value ?? null, body))),
    ...Object.values(safely(() => messages(Object.fromEntries(fields.map((field) => [field, value])), body))),
  ]);
  expect(
    told.filter((message) => /^Invalid|^Too (big|small)|^Unrecognized|another form/.test(message)),
  ).toEqual([]);
});

function fieldsOf(body: z.ZodType): string[] {
  const { def } = body._zod;
  if ("shape" in def) return Object.keys(def.shape as object);
  if ("innerType" in def) return fieldsOf(def.innerType as z.ZodType);
  return "options" in def ? (def.options as z.ZodType[]).flatMap(fieldsOf) : [];
}

function safely(work: () => Record<string, string>): Record<string, string> {
  try {
    return work();
  } catch {
    return {};
  }
}
