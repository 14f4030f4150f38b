import type { z } from "zod";
import { unknownName } from "../platform/unknown-name.ts";

type RawIssue = z.core.$ZodRawIssue;
type Issue = z.core.$ZodIssue;

const numbers = new Intl.NumberFormat("en", { maximumFractionDigits: 20 });

/** How many unknown fields of one object are described. Looking for the name that was meant takes a while for each. */
export const keysDescribedMax = 100;

/**
 * Describes problems as `describeIssue` does, up to so many. A body can have a hundred thousand, of which an answer lists few, and
 * describing all of them would hold up everybody else.
 */
export function issueDescriber(describedMax: number): (issue: RawIssue) => string {
  let left = describedMax;
  return (issue) => {
    left -= issue.code === "unrecognized_keys" ? Math.min(issue.keys.length, keysDescribedMax) : 1;
    return left < 0 ? "is not valid" : describeIssue(issue);
  };
}

/**
 * Says in our words what is wrong with a field, for problems that its schema has no words of its own for. The name of the
 * field comes before it: "name: must not be empty". Several unknown fields take a line each.
 */
function describeIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return "is required";
      return `must be ${typeWords[issue.expected] ?? issue.expected}`;
    case "invalid_value":
      if (issue.input === undefined) return "is required";
      return describeChoice(issue.input, issue.values);
    case "too_small":
      return describeLeast(issue);
    case "too_big":
      return describeMost(issue);
    case "invalid_format":
      return `must be ${formatWords[issue.format] ?? "of another form"}`;
    case "not_multiple_of":
      return `must be a multiple of ${numbers.format(issue.divisor)}`;
    case "unrecognized_keys":
      return issue.keys
        .slice(0, keysDescribedMax)
        .map((key) => unknownName("field", key, knownKeys(issue)))
        .join("\n");
    case "invalid_union":
      return describeUnion(issue);
    case "invalid_key":
    case "invalid_element":
      return issue.issues[0]?.message ?? "is not valid";
    default:
      return "is not valid";
  }
}

const typeWords: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  null: "null",
};

const formatWords: Readonly<Record<string, string>> = {
  email: "an email address",
  uuid: "a UUID",
  url: "a URL",
  datetime: "a time such as 2026-06-01T12:00:00Z",
  date: "a date such as 2026-06-01",
};

/** A list of more values than this says less than the docs do. */
const listedMax = 40;

function describeChoice(input: unknown, values: readonly unknown[]): string {
  const shown = values.map(String);
  if (values.length === 1) return `must be ${shown[0]}`;
  const wanted = typeof input === "string" ? unknownName("value", input, shown) : null;
  if (wanted?.includes("Did you mean")) return wanted;
  return shown.length > listedMax ? "is not one of the known values" : `must be one of ${shown.join(", ")}`;
}

/** How a limit counts, by what it limits. A number counts as itself. */
const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ["character", "characters"],
  array: ["entry", "entries"],
};

function describeLeast({ origin, minimum, inclusive, exact }: RawIssue & { code: "too_small" }): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive ? "at least" : "more than"} ${numbers.format(minimum)}`;
  if (Number(minimum) === 1 && exact !== true) return "must not be empty";
  return `must have ${exact ? "exactly" : "at least"} ${counted(minimum, unit)}`;
}

function describeMost({ origin, maximum, inclusive, exact }: RawIssue & { code: "too_big" }): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${inclusive ? "at most" : "less than"} ${numbers.format(maximum)}`;
  return `must have ${exact ? "exactly" : "at most"} ${counted(maximum, unit)}`;
}

function counted(count: number | bigint, [one, many]: readonly [string, string]): string {
  return `${numbers.format(count)} ${Number(count) === 1 ? one : many}`;
}

function knownKeys({ inst }: RawIssue): readonly string[] {
  const def = inst?._zod.def;
  return def !== undefined && "shape" in def ? Object.keys(def.shape as object) : [];
}

function describeUnion(issue: RawIssue & { code: "invalid_union" }): string {
  const { input, discriminator, inst } = issue as RawIssue & { discriminator?: string; inst?: z.ZodType };
  if (input === undefined) return "is required";
  if (discriminator !== undefined) {
    const given = (input as Readonly<Record<string, unknown>>)[discriminator];
    return given === undefined ? "is required" : describeChoice(given, discriminatorValues(inst));
  }
  const wanted = issue.errors.map(([first]) => (first?.path.length === 0 ? first.message : null));
  const choices = wanted.filter((message) => message?.startsWith(mustBe));
  if (choices.length === 0) return "is not valid";
  return mustBe + [...new Set(choices.map((message) => message!.slice(mustBe.length)))].join(", or ");
}

const mustBe = "must be ";

function discriminatorValues(union: z.ZodType | undefined): readonly unknown[] {
  const def = union?._zod.def as
    | { readonly discriminator: string; readonly options: readonly z.ZodType[] }
    | undefined;
  return (def?.options ?? []).flatMap((option) => [...(option._zod.propValues?.[def!.discriminator] ?? [])]);
}

/**
 * The issues of the alternative of a union that the input was meant as: the only one that is wrong inside and not as a whole.
 * Null if that is unclear.
 */
export function issuesMeant(issue: Issue & { code: "invalid_union" }): readonly Issue[] | null {
  const inside = issue.errors.filter((issues) => issues.every(isInside));
  return inside.length === 1 ? inside[0]! : null;
}

function isInside({ path, code }: Issue): boolean {
  return path.length > 0 || (code !== "invalid_type" && code !== "invalid_value");
}
