import type { CallAnswer } from "../../../../api/route-types.ts";

type Word = CallAnswer<"listNodeTypes">["vocabulary"][number];

/** A word that can be completed, with all ways of writing it. */
export interface ExpressionWord {
  readonly kind: Word["kind"] | "key";
  readonly name: string;
  /** One for each number of parameters it takes. */
  readonly forms: readonly string[];
  readonly type: string;
  readonly help: string;
  readonly example: string;
}

/** Operators that are written with letters. Other operators need no completion. */
const operatorNames: Readonly<Record<string, string>> = { in: "in", "has()": "has" };

/** Joins the entries of the vocabulary that differ only in their parameters. */
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

/** What a method is called on in the vocabulary: `text` in `text.contains(part)`. */
export function receiverOf(form: string): string | null {
  return /^(\w+)\.\w+\(/.exec(form)?.[1] ?? null;
}

/** Tells whether the word is written with brackets. */
export function isCalled({ kind, name }: ExpressionWord): boolean {
  return kind === "function" || kind === "method" || kind === "loop" || name === "has";
}

/** The parameters between the brackets of a form. */
export function parametersOf(form: string): string[] {
  const inner = /\((.*?)\)/.exec(form)?.[1] ?? "";
  return inner === "" ? [] : inner.split(/,\s*/);
}
