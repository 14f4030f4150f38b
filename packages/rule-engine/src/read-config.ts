import type { ConfigOf, Field, Fields } from "./config-fields.ts";
import type { ResultKind } from "./expression/result-value.ts";
import { ExpressionBudget } from "./expression-budget.ts";
import { loadedExpressions } from "./load-expressions.ts";
import type { ConfigProblem } from "./node-type.ts";

type ConfigResult<F extends Fields = Fields> =
  /** `steps` is the maximum that all its expressions can take for one reading. */
  { ok: true; config: ConfigOf<F>; steps: number } | { ok: false; problems: readonly ConfigProblem[] };

/**
 * Checks a configuration against its fields and fills in the defaults. All problems are reported at once. Nodes of one chain
 * share a budget for their expressions.
 */
export function readConfig<F extends Fields>(
  fields: F,
  given: unknown,
  budget: ExpressionBudget | null = new ExpressionBudget(),
): ConfigResult<F> {
  return readWith(fields, given, (text, result) => {
    const tooMuch = budget?.take(text) ?? null;
    if (tooMuch !== null) return { ok: false, problem: tooMuch };
    return loadedExpressions().compileExpression(text, result, budget?.patterns ?? null);
  });
}

/** Like `readConfig`, for callers that only need the settings: expressions are not checked, and take no steps. */
export function readSettings<F extends Fields>(fields: F, given: unknown): ConfigResult<F> {
  return readWith(fields, given, () => ({ ok: true, steps: 0 }));
}

type CheckExpression = (
  text: string,
  result: ResultKind,
) => { readonly ok: true; readonly steps: number } | { readonly ok: false; readonly problem: string };

function readWith<F extends Fields>(
  fields: F,
  given: unknown,
  checkExpression: CheckExpression,
): ConfigResult<F> {
  const reader = new ConfigReader(checkExpression);
  const config = reader.readRecord(fields, given, "");
  const { problems, steps } = reader;
  return problems.length === 0 ? { ok: true, config: config as ConfigOf<F>, steps } : { ok: false, problems };
}

class ConfigReader {
  readonly problems: ConfigProblem[] = [];
  steps = 0;
  readonly #checkExpression: CheckExpression;

  constructor(checkExpression: CheckExpression) {
    this.#checkExpression = checkExpression;
  }

  readRecord(fields: Fields, given: unknown, path: string): unknown {
    if (typeof given !== "object" || given === null || Array.isArray(given)) {
      this.#refuse(path.slice(0, -1), "must be an object");
      return {};
    }
    const members = new Map(Object.entries(given));
    for (const key of members.keys()) {
      if (!Object.hasOwn(fields, key)) this.#refuse(path + key, unknownField(fields));
    }
    const config: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      config[key] = this.#readField(field, members.get(key), path + key);
    }
    return config;
  }

  #readField(field: Field, given: unknown, path: string): unknown {
    const isGiven = given !== undefined && given !== null;
    const value = isGiven ? given : field.default;
    if (value === undefined) {
      if (!("optional" in field && field.optional)) this.#refuse(path, "is required");
      return null;
    }
    if (field.kind === "list") return this.#readList(field, value, path);
    if (field.kind === "expression") this.#readExpression(field, value, path);
    else if (isGiven) {
      const message = problemOf(field, given);
      if (message !== null) this.#refuse(path, message);
    }
    return value;
  }

  #readList(field: Extract<Field, { kind: "list" }>, given: unknown, path: string): unknown {
    if (!Array.isArray(given)) {
      this.#refuse(path, "must be a list");
      return [];
    }
    if (given.length < field.itemsMin || given.length > field.itemsMax) {
      this.#refuse(path, `must have ${field.itemsMin} to ${field.itemsMax} rows, not ${given.length}`);
      return [];
    }
    return given.map((row, index) => this.readRecord(field.of, row, `${path}.${index}.`));
  }

  #readExpression(field: Extract<Field, { kind: "expression" }>, given: unknown, path: string): void {
    if (typeof given !== "string") {
      this.#refuse(path, "must be an expression, as text");
      return;
    }
    const checked = this.#checkExpression(given, field.result);
    if (checked.ok) this.steps += checked.steps;
    else this.#refuse(path, checked.problem);
  }

  #refuse(field: string, message: string): void {
    this.problems.push({ field, message });
  }
}

function problemOf(field: Exclude<Field, { kind: "list" | "expression" }>, given: unknown): string | null {
  switch (field.kind) {
    case "number":
      return numberProblem(field, given);
    case "flag":
      return typeof given === "boolean" ? null : "must be true or false";
    case "choice":
      return field.options.includes(given as string) ? null : `must be one of ${field.options.join(", ")}`;
    case "text":
      return textProblem(field, given);
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
    ? "is unknown: this node has no settings"
    : `is unknown; expected one of ${known.join(", ")}`;
}
