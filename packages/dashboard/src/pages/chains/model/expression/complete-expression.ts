import { isInText, type Token } from "./expression-tokens.ts";
import { type ExpressionWord, isCalled, parametersOf, receiverOf } from "./expression-words.ts";

/** What could stand at the caret, and which part of the text it would replace. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly words: readonly ExpressionWord[];
}

interface Place {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly caret: number;
}

const shownMax = 50;

/** The words that fit at the caret; `keys` are names known from metadata. Null where nothing can be completed. */
export function completeExpression(
  { text, tokens, caret }: Place,
  words: readonly ExpressionWord[],
  keys: readonly string[],
): Completion | null {
  if (isInText(tokens, caret, text)) return null;
  const before = text.slice(0, caret);
  const typed = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  const from = caret - typed.length;
  // Digits are the end of a number, or of a name that was cut off there.
  if (/\w$/.test(before.slice(0, from)) || (typed === "" && /[\w)\]"']$/.test(before))) return null;
  const to = caret + (/^\w*/.exec(text.slice(caret))?.[0].length ?? 0);
  const isMember = /\.\s*$/.test(before.slice(0, from));
  if (isMember && /\d\.$/.test(before.slice(0, from))) return null;
  const fitting = isMember ? members(before.slice(0, from), words, keys) : starts(words);
  const wanted = typed.toLowerCase();
  const ranked = fitting
    .map((word) => ({ word, rank: rankOf(shortName(word), wanted, typed) }))
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!)
    .map(({ word }) => word);
  const shown = isMember ? ranked.map((word) => ({ ...word, name: shortName(word) })) : ranked;
  return { from, to, words: shown.slice(0, shownMax) };
}

/** Lower is better; null does not fit. */
function rankOf(name: string, wanted: string, typed: string): number | null {
  if (name.startsWith(typed)) return 0;
  const lower = name.toLowerCase();
  if (lower.startsWith(wanted)) return 1;
  return wanted.length > 1 && lower.includes(wanted) ? 2 : null;
}

/** Fields are found by their own name as well as by what they belong to. */
function shortName({ kind, name }: ExpressionWord): string {
  return kind === "field" ? name.slice(name.indexOf(".") + 1) : name;
}

function starts(words: readonly ExpressionWord[]): ExpressionWord[] {
  const order = ["variable", "function", "operator", "field"];
  return words
    .filter(({ kind }) => order.includes(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** What may follow a dot. Where the type of what stands before it is not known, all methods may. */
function members(
  before: string,
  words: readonly ExpressionWord[],
  keys: readonly string[],
): ExpressionWord[] {
  const path = /([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*\.\s*$/.exec(before)?.[1] ?? null;
  const fields = words.filter(({ kind, name }) => kind === "field" && name.startsWith(`${path}.`));
  if (fields.length > 0) return fields;
  if (path === "metadata") return keys.map(keyWord);
  const type = words.find(
    ({ name, kind }) => name === path && (kind === "field" || kind === "variable"),
  )?.type;
  return words.filter(
    (word) =>
      (word.kind === "method" || word.kind === "loop") && takes(receiverOf(word.forms[0] ?? ""), type),
  );
}

const receivers: Readonly<Record<string, readonly string[]>> = {
  string: ["text", "x"],
  timestamp: ["at"],
  double: [],
  "double or null": [],
};

function takes(receiver: string | null, type: string | undefined): boolean {
  const allowed = type === undefined ? undefined : receivers[type];
  return allowed === undefined || (receiver !== null && allowed.includes(receiver));
}

function keyWord(name: string): ExpressionWord {
  const path = `metadata.${name}`;
  const help = `A reading may come without it: ask has(${path}) first.`;
  return { kind: "key", name, forms: [path], type: "JSON", help, example: `has(${path})` };
}

/** The text with a word put in, and where the caret goes. */
export function insertWord(
  text: string,
  { from, to }: Pick<Completion, "from" | "to">,
  word: ExpressionWord,
): { readonly text: string; readonly caret: number } {
  const rest = text.slice(to);
  const needsBrackets = isCalled(word) && !rest.startsWith("(");
  const takesNothing = word.forms.every((form) => parametersOf(form).length === 0);
  const put = word.name + (needsBrackets ? "()" : "");
  const caret = from + put.length - (needsBrackets && !takesNothing ? 1 : 0);
  return { text: text.slice(0, from) + put + rest, caret };
}
