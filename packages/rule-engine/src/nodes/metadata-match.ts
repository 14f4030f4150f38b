import type { ChainReading } from "../chain-reading.ts";
import { comparison, comparisonField, type Operator } from "../comparison.ts";
import { choice, number, text } from "../config-fields.ts";
import { type ConfigProblem, defineNode } from "../node-type.ts";
import { metadataOf } from "../reading-metadata.ts";

const conditions = ["exists", "missing", "equals", "not-equals", "contains", "number"] as const;

export const metadataMatch = defineNode({
  type: "metadata-match",
  version: 1,
  category: "filter",
  title: "Metadata match",
  help: "Checks one key of the reading's metadata. Readings for which the condition is true go to `match`, all others to `no-match`. In text comparisons, numbers, true, false and null count as they are written in JSON, and lists and objects never match. Number comparisons match numbers only, not text that contains digits.",
  outputs: ["match", "no-match"],
  steps: 10,
  fields: {
    key: text({
      label: "Key",
      help: "A top-level key of the metadata. A dot is part of the name.",
      maxLength: 256,
    }),
    condition: choice({
      label: "Condition",
      options: conditions,
      optionLabels: {
        exists: "exists",
        missing: "does not exist",
        equals: "equals the text",
        "not-equals": "does not equal the text, or does not exist",
        contains: "contains the text",
        number: "compares as a number",
      },
      default: "exists",
    }),
    text: text({
      label: "Text",
      help: "For text conditions. Case-sensitive.",
      maxLength: 1000,
      optional: true,
    }),
    operator: { ...comparisonField, help: "For comparing as a number." },
    number: number({ label: "Number", help: "For comparing as a number.", optional: true }),
  },
  check({ condition, text: given, number: limit }): readonly ConfigProblem[] {
    const isEmpty = given === null || given === "";
    if (condition === "contains" && isEmpty) {
      return [{ field: "text", message: 'must not be empty for the condition "contains"' }];
    }
    if ((condition === "equals" || condition === "not-equals") && given === null) {
      return [{ field: "text", message: `is required for the condition "${condition}"` }];
    }
    if (condition === "number" && limit === null) {
      return [{ field: "number", message: 'is required for the condition "number"' }];
    }
    return [];
  },
  compile(config, { output }) {
    const holds = matcher(config);
    const match = output("match");
    const noMatch = output("no-match");
    return (reading) => {
      if (holds(reading)) match(reading);
      else noMatch(reading);
    };
  },
});

interface MatchConfig {
  readonly key: string;
  readonly condition: (typeof conditions)[number];
  readonly text: string | null;
  readonly operator: Operator;
  readonly number: number | null;
}

function matcher({
  key,
  condition,
  text,
  operator,
  number,
}: MatchConfig): (reading: ChainReading) => boolean {
  const wanted = text ?? "";
  const limit = number ?? 0;
  const compares = comparison(operator);
  switch (condition) {
    case "exists":
      return (reading) => Object.hasOwn(metadataOf(reading), key);
    case "missing":
      return (reading) => !Object.hasOwn(metadataOf(reading), key);
    case "equals":
      return (reading) => textOf(entryOf(reading, key)) === wanted;
    case "not-equals":
      return (reading) => textOf(entryOf(reading, key)) !== wanted;
    case "contains":
      return (reading) => textOf(entryOf(reading, key))?.includes(wanted) ?? false;
    case "number":
      return (reading) => {
        const entry = entryOf(reading, key);
        return typeof entry === "number" && compares(entry, limit);
      };
  }
}

/** Returns undefined, which is not JSON, if there is no such entry; inherited properties do not count. */
function entryOf(reading: ChainReading, key: string): unknown {
  const metadata = metadataOf(reading);
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}

function textOf(entry: unknown): string | null {
  if (typeof entry === "string") return entry;
  if (entry === undefined || (typeof entry === "object" && entry !== null)) return null;
  return String(entry);
}
