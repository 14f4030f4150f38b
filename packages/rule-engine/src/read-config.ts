import type { ConfigOf, Field, Fields } from "./config-fields.ts";
import { compileExpression } from "./expression/expression.ts";
import type { ConfigProblem } from "./node-type.ts";

export type ConfigResult<F extends Fields = Fields> =
  | { ok: true; config: ConfigOf<F> }
  | { ok: false; problems: readonly ConfigProblem[] };

/** Checks a configuration against its fields and fills in the defaults. All problems are told at once. */
export function readConfig<F extends Fields>(fields: F, given: unknown): ConfigResult<F> {
  const problems: ConfigProblem[] = [];
  const config = readRecord(fields, given, "", problems);
  return problems.length === 0 ? { ok: true, config: config as ConfigOf<F> } : { ok: false, problems };
}

function readRecord(fields: Fields, given: unknown, path: string, problems: ConfigProblem[]): unknown {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    problems.push({ field: path.slice(0, -1), message: "must be an object" });
    return {};
  }
  const members = new Map(Object.entries(given));
  for (const key of members.keys()) {
    if (!Object.hasOwn(fields, key)) problems.push({ field: path + key, message: unknownField(fields) });
  }
  const config: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    config[key] = readField(field, members.get(key), path + key, problems);
  }
  return config;
}

function readField(field: Field, given: unknown, path: string, problems: ConfigProblem[]): unknown {
  if (given === undefined || given === null) {
    if (field.default !== undefined)
      return field.kind === "list" ? readList(field, field.default, path, problems) : field.default;
    if (!("optional" in field && field.optional)) problems.push({ field: path, message: "is required" });
    return null;
  }
  if (field.kind === "list") return readList(field, given, path, problems);
  const message = problemOf(field, given);
  if (message !== null) problems.push({ field: path, message });
  return given;
}

function readList(
  field: Extract<Field, { kind: "list" }>,
  given: unknown,
  path: string,
  problems: ConfigProblem[],
): unknown {
  if (!Array.isArray(given)) {
    problems.push({ field: path, message: "must be a list" });
    return [];
  }
  if (given.length < field.itemsMin || given.length > field.itemsMax) {
    const message = `must have ${field.itemsMin} to ${field.itemsMax} rows, not ${given.length}`;
    problems.push({ field: path, message });
    return [];
  }
  return given.map((row, index) => readRecord(field.of, row, `${path}.${index}.`, problems));
}

function problemOf(field: Exclude<Field, { kind: "list" }>, given: unknown): string | null {
  switch (field.kind) {
    case "number":
      return numberProblem(field, given);
    case "flag":
      return typeof given === "boolean" ? null : "must be true or false";
    case "choice":
      return field.options.includes(given as string) ? null : `must be one of ${field.options.join(", ")}`;
    case "text":
      return textProblem(field, given);
    case "expression": {
      if (typeof given !== "string") return "must be an expression, as text";
      const compiled = compileExpression(given, field.result);
      return compiled.ok ? null : compiled.problem;
    }
  }
}

function numberProblem(field: Extract<Field, { kind: "number" }>, given: unknown): string | null {
  if (typeof given !== "number" || !Number.isFinite(given)) return "must be a number";
  if (field.integer && !Number.isSafeInteger(given)) return "must be a whole number";
  if (field.min !== undefined && given < field.min) return `must be at least ${field.min}`;
  if (field.max !== undefined && given > field.max) return `must be at most ${field.max}`;
  return null;
}

function textProblem(field: Extract<Field, { kind: "text" }>, given: unknown): string | null {
  if (typeof given !== "string") return "must be text";
  if (given === "" && !field.optional) return "must not be empty";
  if (given.length > field.maxLength) return `must be at most ${field.maxLength} characters long`;
  return given === "" ? null : (field.check?.(given) ?? null);
}

function unknownField(fields: Fields): string {
  const known = Object.keys(fields);
  return known.length === 0
    ? "is not known: this node has no settings"
    : `is not known; there is ${known.join(", ")}`;
}
