import type { CallAnswer } from "../../../../api/route-types.ts";

type Word = CallAnswer<"listNodeTypes">["vocabulary"][number];

/** What can be completed: one entry for all the ways of writing the same word. */
export interface ExpressionWord {
  readonly kind: Word["kind"] | "key";
  readonly name: string;
  /** How it is written, one for each number of things it takes. */
  readonly forms: readonly string[];
  readonly type: string;
  readonly help: string;
  readonly example: string;
}

/** Words that are written with letters; other operators need no completion. */
const operatorNames: Readonly<Record<string, string>> = { in: "in", "has()": "has" };

/** Joins the entries of the vocabulary that differ only in what they take. */
export function wordsOf(vocabulary: readonly Word[]): ExpressionWord[] {
  const words = new Map<string, ExpressionWord>();
  for (const { kind, name, form, type, help, example } of vocabulary) {
    const shown = kind === "operator" ? operatorNames[name] : name;
    if (shown === undefined) continue;
    const key = `${kind} ${shown} ${receiverOf(form) ?? ""}`;
    const known = words.get(key);
    const forms = [...(known?.forms ?? []), kind === "operator" && shown === "has" ? "has(field)" : form];
    words.set(key, { kind, name: shown, type, help, example, ...known, forms });
  }
  return [...words.values()];
}

/** What a method is called on, as the vocabulary writes it: `text` of `text.contains(part)`. */
export function receiverOf(form: string): string | null {
  return /^(\w+)\.\w+\(/.exec(form)?.[1] ?? null;
}

/** Whether it is written with brackets. */
export function isCalled({ kind, name }: ExpressionWord): boolean {
  return kind === "function" || kind === "method" || kind === "loop" || name === "has";
}

/** What stands between the brackets of a form. */
export function parametersOf(form: string): string[] {
  const inner = /\((.*?)\)/.exec(form)?.[1] ?? "";
  return inner === "" ? [] : inner.split(/,\s*/);
}
