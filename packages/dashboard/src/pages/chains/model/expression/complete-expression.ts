import { type CaretPlace, isInText, tokensOf } from "./expression-tokens.ts";
import { type ExpressionWord, isCalled, parametersOf, receiverOf } from "./expression-words.ts";

/** The words that fit at the caret, and the part of the text they would replace. */
export interface Completion {
  readonly from: number;
  readonly to: number;
  readonly words: readonly ExpressionWord[];
}

const shownMax = 50;

/** The words that fit at the caret; `keys` are known metadata keys. Null if nothing can be completed. */
export function completeExpression(
  { text, tokens, caret }: CaretPlace,
  words: readonly ExpressionWord[],
  keys: readonly string[],
): Completion | null {
  if (isInText(tokens, caret, text)) return null;
  const before = text.slice(0, caret);
  const typed = /[A-Za-z_]\w*$/.exec(before)?.[0] ?? "";
  const from = caret - typed.length;
  // Digits end a number, or a name that was cut off there.
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

/** Like `completeExpression`, after something was typed: null also if the word is complete already. */
export function completeTyped(
  text: string,
  caret: number,
  words: readonly ExpressionWord[],
  keys: readonly string[],
): Completion | null {
  const completion = completeExpression({ text, tokens: tokensOf(text), caret }, words, keys);
  const typed = completion === null ? "" : text.slice(completion.from, caret);
  const isWanted = typed !== "" || text[caret - 1] === ".";
  const isDone = completion?.words.length === 1 && completion.words[0]?.name === typed;
  return isWanted && !isDone ? completion : null;
}

/** The metadata keys that can be written after a dot. */
export function completableKeys(metadata: object): string[] {
  return Object.keys(metadata).filter((key) => /^[A-Za-z_]\w*$/.test(key));
}

/** Lower is better; null means it does not fit. */
function rankOf(name: string, wanted: string, typed: string): number | null {
  if (name.startsWith(typed)) return 0;
  const lower = name.toLowerCase();
  if (lower.startsWith(wanted)) return 1;
  return wanted.length > 1 && lower.includes(wanted) ? 2 : null;
}

/** Fields are found by their own name, too. */
function shortName({ kind, name }: ExpressionWord): string {
  return kind === "field" ? name.slice(name.indexOf(".") + 1) : name;
}

function starts(words: readonly ExpressionWord[]): ExpressionWord[] {
  const order = ["variable", "function", "operator", "field"];
  return words
    .filter(({ kind }) => order.includes(kind))
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** What may follow a dot. All methods may if the type before the dot is unknown. */
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
  const help = `A reading may not have it. Check has(${path}) first.`;
  return { kind: "key", name, forms: [path], type: "JSON", help, example: `has(${path})` };
}

/** The text with a word inserted, and the new place of the caret. */
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

/** Tells whether ")" would only repeat the one that a completion inserted, because all brackets are closed. */
export function isClosedAlready(text: string, caret: number): boolean {
  if (text[caret] !== ")") return false;
  const marks = tokensOf(text).filter(({ kind }) => kind === "mark");
  const count = (mark: string) => marks.filter(({ start }) => text[start] === mark).length;
  return count(")") >= count("(");
}
